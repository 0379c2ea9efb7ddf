import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { runInThisContext } from "node:vm";
import { spawn } from "@polls/devstack/children";

interface Timers {
  readonly globals: Pick<typeof globalThis, "setTimeout" | "setInterval">;
  readonly endAll: () => readonly string[];
}
interface LeftOpen {
  readonly openNow: () => object;
  readonly findLeftOpen: (before: object, deadlineMs?: number) => Promise<readonly string[]>;
}

const part = (name: string) => require(path.join(__dirname, "../jest", name));
const { trackTimers } = part("timers.cjs") as { readonly trackTimers: () => Timers };
const runInTime = part("runner.cjs") as (
  ...words: readonly [...facts: object[], testFilePath: string]
) => Promise<object>;
const { openNow, findLeftOpen } = part("left-open.cjs") as LeftOpen;

describe("the environment of a test file", () => {
  test("uses the global context of the process, so that errors of packages are instances of the test's Error", () => {
    expect(runInThisContext("Error")).toBe(Error);
  });

  test("refuses a fast file the tools of checks, which may not be installed", () => {
    expect(() => require("typescript")).toThrow("typescript is not installed for fast tests");
    expect(() => require("@stoplight/spectral-core")).toThrow("not installed for fast tests");
  });

  test("reports where each remaining timer was created, and clears it", async () => {
    const { globals, endAll } = trackTimers();
    let fired = 0;
    const count = () => {
      fired += 1;
    };
    clearTimeout(globals.setTimeout(count, 1));
    await new Promise((resolve) => globals.setTimeout(resolve, 1));
    globals.setTimeout(count, 20);
    globals.setInterval(count, 20).unref();
    const place = expect.stringMatching(/^a timer was left, set .*environment\.test\.ts/);
    expect(endAll()).toEqual([place, place]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(fired).toBe(0);
    expect(endAll()).toEqual([]);
  });

  test("reports remaining servers, sockets, processes and timers", async () => {
    const before = openNow();
    const server = net.createServer((socket) => void socket.resume()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    const client = net.connect(port, "127.0.0.1");
    await once(client, "connect");
    const child = spawn("sleep", ["60"], { stdio: "ignore" });
    const timer = setTimeout(() => undefined, 60_000);
    const found = (await findLeftOpen(before, 0)).join("\n");
    expect(found).toContain(`Server of port ${port} was left open`);
    expect(found).toMatch(new RegExp(`^Socket of port \\d+ to ${port} was left open`, "m"));
    expect(found).toContain("the process sleep 60 was left open");
    expect(found).toContain("1 timer(s) was left open");
    clearTimeout(timer);
    child.kill();
    client.destroy();
    server.close();
    expect(await findLeftOpen(before)).toEqual([]);
  });
});

test("a slow file that would begin too late is one skipped test", async () => {
  process.env.SLOW_TESTS_UNTIL = String(Date.now());
  expect(await runInTime({}, {}, {}, {}, "/tests/votes/long.slow.test.ts")).toMatchObject({
    numPassingTests: 0,
    numPendingTests: 1,
    testFilePath: "/tests/votes/long.slow.test.ts",
    testResults: [{ title: "no time was left for this file", status: "pending" }],
  });
});

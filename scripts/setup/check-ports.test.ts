import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@polls/devstack";
import { spawn } from "@polls/devstack/children";

const root = path.resolve(__dirname, "../..");
let dataDir: string;
let other: net.Server;
let taken: number;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "polls-ports-"));
  other = net.createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  taken = (other.address() as net.AddressInfo).port;
});
afterAll(() => {
  other.close();
  rmSync(dataDir, { recursive: true });
});

/** What `npm start` says of its ports, before it installs and builds. */
async function check(env: Record<string, string>): Promise<readonly [number | null, string]> {
  const code = 'import { checkPorts } from "./scripts/setup/check-ports.mjs"; await checkPorts();';
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
  });
  let said = "";
  child.stderr.on("data", (bytes) => {
    said += bytes;
  });
  return new Promise((resolve) => child.once("close", (status) => resolve([status, said])));
}

test.each(["PORT", "METRICS_PORT"])("a %s in use is told before the build", async (variable) => {
  const env = { PORT: "0", [variable]: String(taken) };
  expect(await check(env)).toEqual([
    1,
    `Port ${taken} is in use: name a free one with ${variable}, for example ${variable}=${taken + 1} npm start.\n`,
  ]);
});

test("a METRICS_PORT that equals PORT is told before the build", async () => {
  const port = String(await freePort());
  expect(await check({ PORT: port, METRICS_PORT: port })).toEqual([
    1,
    "PORT and METRICS_PORT must be different.\n",
  ]);
});

test("nothing is told of free ports", async () => {
  const env = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  expect(await check(env)).toEqual([0, ""]);
});

test("nothing is told of what is no port, which the start refuses with all other problems", async () => {
  expect(await check({ PORT: "http" })).toEqual([0, ""]);
});

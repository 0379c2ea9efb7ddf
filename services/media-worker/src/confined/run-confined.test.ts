import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { waitFor } from "@polls/testing";
import { temporaryDirectory } from "../testing/temporary-directory";
import { type Confinement, findConfinement } from "./confinement";
import { type ConfinedCommand, runConfined } from "./run-confined";

const MB = 1024 * 1024;
const usual = { wallMs: 10_000, cpuSeconds: 10, memoryBytes: 1_024 * MB, fileBytes: 10 * MB };

let confinement: Confinement;
let cwd: string;
beforeAll(async () => {
  confinement = await findConfinement(process.env.PATH ?? "");
  cwd = await temporaryDirectory();
});

const run = (command: string, args: readonly string[], changes: Partial<ConfinedCommand> = {}) =>
  runConfined(confinement, {
    command,
    args,
    cwd,
    limits: usual,
    signal: new AbortController().signal,
    ...changes,
  });
const shell = (script: string, changes?: Partial<ConfinedCommand>) =>
  run("/bin/sh", ["-c", script], changes);
const node = (script: string, changes?: Partial<ConfinedCommand>) =>
  run(process.execPath, ["-e", script], changes);
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

it("tells what the command said and how it ended", async () => {
  expect(await shell("echo out; echo err >&2; exit 3")).toEqual({
    how: "exited",
    code: 3,
    output: "out\n",
    complaint: "err",
  });
});

it("runs it in its directory, with none of our environment", async () => {
  process.env.A_SECRET_OF_OURS = "visible";
  const { output } = await shell("pwd; env");
  delete process.env.A_SECRET_OF_OURS;
  expect(output.startsWith(`${cwd}\n`)).toBe(true);
  expect(output).not.toContain("visible");
  expect(output).not.toContain("DATABASE_URL");
});

it("kills all of it when its time is up", async () => {
  const script = "sleep 60 & echo $! > pid; echo started; wait";
  const began = performance.now();
  const ending = await shell(script, { limits: { ...usual, wallMs: 300 } });

  expect(ending).toMatchObject({ how: "timed_out", output: "started\n" });
  expect(performance.now() - began).toBeLessThan(30_000);
  const { output } = await shell("cat pid");
  await waitFor(() => !isRunning(Number(output)), {
    what: "the end of what the command had started",
  });
});

it("leaves nothing running that a command started and left", async () => {
  const { output } = await shell("sleep 60 >/dev/null 2>&1 & echo $!");
  await waitFor(() => !isRunning(Number(output)), {
    what: "the end of what the command had left",
  });
});

it("kills it when it is told to stop, and passes on why", async () => {
  const stop = new AbortController();
  const running = shell("echo on; sleep 60", {
    signal: stop.signal,
    onOutput: () => stop.abort(new Error("the lock is lost")),
  });
  await expect(running).rejects.toThrow("the lock is lost");
});

it("starts nothing once it is told to stop", async () => {
  await expect(shell("touch started", { signal: AbortSignal.abort() })).rejects.toThrow();
  await expect(shell("test -e started")).resolves.toMatchObject({ code: 1 });
});

it("ends one that uses more processor time than it may", async () => {
  const ending = await node("for (;;);", { limits: { ...usual, cpuSeconds: 1 } });
  expect(ending).toMatchObject({ how: "killed" });
});

it("ends one that takes more memory than it may", async () => {
  const hog = "const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1));";
  const ending = await node(hog, { limits: { ...usual, memoryBytes: 400 * MB } });
  expect(ending.how === "killed" || (ending.how === "exited" && ending.code !== 0)).toBe(true);
});

it("lets it write no file larger than it may", async () => {
  const ending = await shell("head -c 50000000 /dev/zero > large; wc -c < large", {
    limits: { ...usual, fileBytes: MB },
  });
  expect(Number(ending.output)).toBeLessThanOrEqual(MB);
});

it("ends one that does not stop talking", async () => {
  expect(await shell("yes")).toMatchObject({ how: "killed", by: "SIGKILL" });
});

it("rejects where it cannot be started at all", async () => {
  await expect(shell("true", { cwd: join(cwd, "absent") })).rejects.toThrow("ENOENT");
});

it("a command that does not exist ends by itself, with a code no program of ours uses", async () => {
  const ending = await run("no-such-program", []);
  expect(ending.how === "exited" && ending.code > 125).toBe(true);
});

it("gives it no network where the machine can", async () => {
  if (!confinement.measures.includes("no network")) {
    process.stderr.write("skipped: this machine cannot take the network from a process\n");
    return;
  }
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await writeFile(
    join(cwd, "ask.cjs"),
    `fetch("http://127.0.0.1:${port}").then(() => process.exit(0), () => process.exit(9))`,
  );
  expect(await run(process.execPath, ["ask.cjs"])).toMatchObject({ code: 9 });
  expect(asked).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});

it("does with less on a machine without the tools", async () => {
  const bare = await findConfinement("/nowhere");
  expect(bare.measures).toEqual([]);
  const ending = await runConfined(bare, {
    command: "/bin/echo",
    args: ["still"],
    cwd,
    limits: usual,
    signal: new AbortController().signal,
  });
  expect(ending).toMatchObject({ how: "exited", code: 0, output: "still\n" });
});

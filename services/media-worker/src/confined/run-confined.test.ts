// Covers docs/reliability.md: confined-decoders

import { symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { run as runProgram } from "@polls/devstack/children";
import { waitFor } from "@polls/testing";
import { temporaryDirectory } from "../../testing/temporary-directory";
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

test("returns the output of the command and its exit code", async () => {
  expect(await shell("echo out; echo err >&2; exit 3")).toEqual({
    how: "exited",
    code: 3,
    output: "out\n",
    complaint: "err",
  });
});

test("runs in its directory, without the environment of the service", async () => {
  process.env.SERVICE_SECRET = "visible";
  const { output } = await shell("pwd; env");
  delete process.env.SERVICE_SECRET;
  expect(output.startsWith(`${cwd}\n`)).toBe(true);
  expect(output).not.toContain("visible");
  expect(output).not.toContain("DATABASE_URL");
});

test("kills the process group at the timeout", async () => {
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

test("tells what a command had used at the timeout, and whether it could go on", async () => {
  const limits = { ...usual, wallMs: 2_000 };
  const waiting = await shell("exec sleep 60", { limits });
  const working = await shell("while :; do :; done", { limits });
  const demand = (ending: typeof waiting) =>
    ending.how === "timed_out" ? ending.demand : undefined;
  expect(demand(waiting)?.usedSeconds).toBeLessThan(0.1);
  expect(demand(waiting)?.isReady).toBe(false);
  expect(demand(working)?.usedSeconds).toBeGreaterThan(demand(waiting)?.usedSeconds ?? 2);
  expect(demand(working)?.isReady).toBe(true);
});

test("kills child processes that outlive the command", async () => {
  const { output } = await shell("sleep 60 >/dev/null 2>&1 & echo $!");
  await waitFor(() => !isRunning(Number(output)), {
    what: "the end of what the command had left",
  });
});

test("kills the command when the signal is aborted, and rejects with the reason", async () => {
  const stop = new AbortController();
  const running = shell("echo on; sleep 60", {
    signal: stop.signal,
    onOutput: () => stop.abort(new Error("the lock is lost")),
  });
  await expect(running).rejects.toThrow("the lock is lost");
});

test("does not start the command if the signal is already aborted", async () => {
  await expect(shell("touch started", { signal: AbortSignal.abort() })).rejects.toThrow();
  await expect(shell("test -e started")).resolves.toMatchObject({ code: 1 });
});

test("ends a command that exceeds its processor time", async () => {
  const ending = await node("for (;;);", { limits: { ...usual, cpuSeconds: 1 } });
  expect(ending).toMatchObject({ how: "killed" });
});

test("ends a command that exceeds its memory", async () => {
  const hog = "const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1));";
  const ending = await node(hog, { limits: { ...usual, memoryBytes: 400 * MB } });
  expect(ending.how === "killed" || (ending.how === "exited" && ending.code !== 0)).toBe(true);
});

test("a command cannot write a file above its limit", async () => {
  const ending = await shell("head -c 50000000 /dev/zero > large; wc -c < large", {
    limits: { ...usual, fileBytes: MB },
  });
  expect(Number(ending.output)).toBeLessThanOrEqual(MB);
});

test("ends a command with endless output", async () => {
  expect(await shell("yes")).toMatchObject({ how: "killed", by: "SIGKILL" });
});

test("rejects when the command cannot be started", async () => {
  await expect(shell("true", { cwd: join(cwd, "absent") })).rejects.toThrow("ENOENT");
});

test("a missing command ends with a code that no other program uses", async () => {
  const ending = await run("no-such-program", []);
  expect(ending.how === "exited" && ending.code > 125).toBe(true);
});

test("the command has no network if the machine supports that", async () => {
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

test("finding the measures needs only a shell and the tools themselves", async () => {
  const bin = await temporaryDirectory();
  for (const program of ["setpriv", "sh"]) {
    const { stdout } = await runProgram("/bin/sh", ["-c", `command -v ${program}`]);
    await symlink(stdout.trim(), join(bin, program));
  }
  expect(await findConfinement(bin)).toMatchObject({
    measures: ["dies with the worker, gains no rights"],
    missing: ["no network"],
  });
});

test("works on a machine without the tools for confinement", async () => {
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

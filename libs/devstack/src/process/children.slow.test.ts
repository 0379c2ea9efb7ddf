import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type ChildProcess, fork, run, runSync, spawn, spawnSync } from "../../children.cjs";
import { askUntil, isAlive, waitUntilGone } from "./run-process";

const children: number[] = [];
afterEach(() => {
  for (const pid of children.splice(0)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
});

const firstLine = async (child: ChildProcess): Promise<string> => {
  let said = "";
  child.stdout?.on("data", (bytes) => {
    said += bytes;
  });
  const line = await askUntil(async () => (said.includes("\n") ? said.trim() : undefined), {
    deadlineMs: 20_000,
  });
  return line ?? "";
};

const node = (program: string) => spawn(process.execPath, ["-e", program]);

/** Starts a process that starts `program`, which prints the ids of its processes. Kills the first one. */
async function startAndDie(
  program: string,
  { start = "spawn", signal = "SIGKILL", ending = {} } = {},
): Promise<readonly number[]> {
  const options = { stdio: ["pipe", "inherit", "inherit"] };
  const parent = node(`
    require("./libs/devstack/children.cjs").${start}("/bin/sh", ["-c", ${JSON.stringify(program)}],
      ${JSON.stringify(options)}, ${JSON.stringify(ending)});`);
  const pids = (await firstLine(parent)).split(" ").map(Number);
  expect(pids.every((pid) => pid > 1)).toBe(true);
  children.push(...pids);
  process.kill(parent.pid as number, signal);
  return pids;
}

const family = "sleep 60 & echo $$ $!; wait";
const deaf = "trap '' TERM; sleep 60 & echo $$ $!; wait; sleep 60";
const goneWithin = async (pids: readonly number[], deadlineMs: number) =>
  (await Promise.all(pids.map((pid) => waitUntilGone(pid, deadlineMs)))).every(Boolean);

describe.each(["spawn", "spawnSync"])("a command that %s started", (start) => {
  test.each(["SIGTERM", "SIGKILL"])("ends with this process after %s", async (signal) => {
    expect(await goneWithin(await startAndDie(family, { start, signal }), 10_000)).toBe(true);
  });

  test("is killed if it ignores the signal", async () => {
    expect(await goneWithin(await startAndDie(deaf, { start }), 10_000)).toBe(true);
  });
});

test("a command gets the signal of its ending, and its directory is removed", async () => {
  const remove = fs.mkdtempSync(path.join(os.tmpdir(), "polls-children-"));
  const told = path.join(os.tmpdir(), `${path.basename(remove)}-told`);
  const program = `trap 'echo INT > ${told}; exit' INT; ${family}`;
  const pids = await startAndDie(program, { ending: { signal: "INT", remove } });
  expect(await goneWithin(pids, 10_000)).toBe(true);
  const removed = await askUntil(async () => (fs.existsSync(remove) ? undefined : true), {
    deadlineMs: 5_000,
  });
  expect([removed, fs.readFileSync(told, "utf8")]).toEqual([true, "INT\n"]);
  fs.rmSync(told);
});

test("what a command leaves in its group ends with it", async () => {
  const child = spawn("/bin/sh", ["-c", "sleep 60 >/dev/null & echo $!"]);
  expect(await waitUntilGone(Number(await firstLine(child)), 5_000)).toBe(true);
});

test("the command has the process id that is returned, and its end is as Node tells it", async () => {
  const child = spawn("/bin/sh", ["-c", "echo $$; sleep 60"]);
  expect(await firstLine(child)).toBe(String(child.pid));
  child.kill("SIGKILL");
  expect(await new Promise((resolve) => child.once("close", (...end) => resolve(end)))).toEqual([
    null,
    "SIGKILL",
  ]);
});

test("a missing command is the error that Node gives", async () => {
  const child = spawn("no-such-program");
  const error = await new Promise((resolve) => child.once("error", resolve));
  const code = "ENOENT";
  expect(error).toMatchObject({ code });
  expect(spawnSync("no-such-program").error).toMatchObject({ code });
  await expect(run("no-such-program")).rejects.toMatchObject({ code });
  expect(() => runSync("no-such-program")).toThrow(code);
});

test("words, input and output pass unchanged", async () => {
  const words = ["a b", "$HOME", "", "'"];
  const program = "process.stdout.write(JSON.stringify(process.argv.slice(1)))";
  const print = ["-e", program, "--", ...words];
  expect(JSON.parse((await run(process.execPath, print)).stdout)).toEqual(words);
  expect(JSON.parse(runSync(process.execPath, print))).toEqual(words);
  const copied = spawnSync("cat", [], { input: "in\n", encoding: "utf8" });
  expect([copied.status, copied.stdout]).toEqual([0, "in\n"]);
});

test("a failure has the code and the output", async () => {
  const fails = ["-c", "echo out; echo err >&2; exit 3"];
  await expect(run("/bin/sh", fails)).rejects.toMatchObject({
    code: 3,
    stdout: "out\n",
    stderr: "err\n",
  });
  expect(() => runSync("/bin/sh", ["-c", "exit 3"])).toThrow("ended with 3");
  expect(spawnSync("/bin/sh", fails).status).toBe(3);
});

test("a command that takes too long ends with what it started", () => {
  const { error, stdout } = spawnSync("/bin/sh", ["-c", family], { timeout: 500 });
  expect(error).toMatchObject({ code: "ETIMEDOUT" });
  const pids = String(stdout).trim().split(" ").map(Number);
  expect(pids).toHaveLength(2);
  return expect(goneWithin(pids, 10_000)).resolves.toBe(true);
});

test("a forked process exchanges messages", async () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "polls-fork-")), "add.cjs");
  fs.writeFileSync(file, "process.once('message', (n) => process.send(n + 1));");
  const child = fork(file);
  const [answer, end] = ["message", "close"].map(
    (event) => new Promise((resolve) => child.once(event, resolve)),
  );
  child.send(41);
  expect([await answer, await end]).toEqual([42, 0]);
  fs.rmSync(path.dirname(file), { recursive: true });
});

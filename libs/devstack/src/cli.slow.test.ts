import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type ChildProcess, spawn, spawnSync } from "../children.cjs";
import { freePort } from "./process/ports";
import { askUntil, isAlive, waitUntilGone } from "./process/run-process";
import { fromSource } from "./services/start-service";
import { findStack } from "./stack/stack-file";

// The whole program runs from its sources, with its five services, which is slow.
jest.setTimeout(240_000);

const root = path.resolve(__dirname, "../../..");

/** More time than a service needs to end, with a margin for slow machines. */
const goneDeadlineMs = 45_000;

interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly exited: Promise<number | null>;
}

let dataDir: string;
let port: number;
const runs: Run[] = [];

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-stack-"));
  fs.chmodSync(dataDir, 0o755);
  port = await freePort();
});
afterAll(async () => {
  for (const { child, exited } of runs) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await exited;
  }
  fs.rmSync(dataDir, { recursive: true, force: true });
});

function run(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [...fromSource, "libs/devstack/src/cli.ts"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      DATA_DIR: dataDir,
      PORT: String(port),
      ...env,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      said += bytes;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const started = { child, said: () => said, exited };
  runs.push(started);
  return started;
}

async function untilUp(started: Run): Promise<void> {
  const up = await askUntil(
    async () =>
      started.said().includes("Ctrl-C stops everything") || started.child.exitCode !== null
        ? true
        : undefined,
    { deadlineMs: 120_000 },
  );
  expect({ up, said: started.said() }).toEqual({
    up: true,
    said: expect.stringContaining("Ctrl-C stops everything"),
  });
}

/** The process id of PostgreSQL, from the first line of its pid file. */
const postmaster = () =>
  Number(
    fs.readFileSync(path.join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0],
  );

async function pids(): Promise<readonly number[]> {
  const stack = await findStack(dataDir);
  const services = Object.values(stack?.services ?? {}).map(({ pid }) => pid);
  expect(services).toHaveLength(2);
  return [postmaster(), ...services];
}

const tokenIn = (text: string) => /psk_\w+/.exec(text)?.[0];

test("runs a first start, a refused second start, a clean end, and a start after a kill", async () => {
  const first = run();
  await untilUp(first);

  // The command in the banner must work.
  const command = /^ {2}(curl .*)$/m.exec(first.said())?.[1] ?? "";
  const answer = spawnSync("/bin/sh", ["-c", command], { encoding: "utf8" });
  expect(JSON.parse(answer.stdout)).toMatchObject({ title: "Where shall we eat?" });

  const beside = run();
  expect(await beside.exited).toBe(1);
  expect(beside.said()).toMatch(
    /^The poll service is already running at http:\/\/localhost:\d+ on .*\n$/,
  );

  const running = await pids();
  // As Ctrl-C under npm.
  for (const signal of ["SIGINT", "SIGTERM"] as const) first.child.kill(signal);
  expect(await first.exited).toBe(0);
  expect(first.said()).toMatch(/Stopping …\nEverything has stopped\.\n$/);
  expect(running.filter(isAlive)).toEqual([]);
  expect(await findStack(dataDir)).toBeUndefined();

  const second = run();
  await untilUp(second);
  expect(tokenIn(second.said())).toBe(tokenIn(first.said()));
  const left = await pids();
  second.child.kill("SIGKILL");
  await second.exited;
  for (const pid of left)
    expect({ pid, gone: await waitUntilGone(pid, goneDeadlineMs) }).toEqual({ pid, gone: true });

  // When a service dies, the whole stack ends.
  const third = run();
  await untilUp(third);
  const stack = await findStack(dataDir);
  process.kill(Number(stack?.services.workers?.pid), "SIGKILL");
  expect(await third.exited).toBe(1);
  expect(third.said()).toMatch(
    /The workers ended unexpectedly \(signal SIGKILL; it last said: ready\)/,
  );
  expect(await findStack(dataDir)).toBeUndefined();
});

test.each([
  [
    "a port that is no port",
    () => ({ PORT: "http" }),
    /^The environment is invalid:\n {2}PORT .*\n$/,
  ],
  [
    "an address that is none",
    () => ({ DATABASE_URL: "here" }),
    /^The environment is invalid:\n {2}DATABASE_URL must be an address/,
  ],
  [
    "a database that does not answer",
    () => ({ DATABASE_URL: "postgresql://x@127.0.0.1:1/x" }),
    /^The database of DATABASE_URL cannot be brought up to date: .*\n$/m,
  ],
  [
    "a Redis program that is not there",
    () => ({ REDIS_SERVER_BIN: "/nowhere" }),
    /The program \/nowhere of REDIS_SERVER_BIN does not run\.\n$/,
  ],
])(
  "%s: one sentence names the problem, and nothing is left running",
  async (_case, env, sentence) => {
    const started = run({ ...env(), PORT: String(await freePort()), ...env() });
    expect(await started.exited).toBe(1);
    expect(started.said()).toMatch(sentence);
    expect(started.said()).not.toMatch(/^\s+at /m);
    expect(await findStack(dataDir)).toBeUndefined();
  },
);

// Covers docs/reliability.md: database-crashes

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { spawn } from "../../children.cjs";
import { askUntil, isAlive, waitUntilGone } from "../process/run-process";
import { fromSource } from "../services/start-service";
import { type RunningPostgres, startPostgres } from "./start-postgres";

let dir: string;
const started: RunningPostgres[] = [];

beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-test-"));
  fs.chmodSync(dir, 0o755);
});

afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop("immediate");
  fs.rmSync(dir, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startPostgres>[0] = {}): Promise<RunningPostgres> {
  // Not durable, because only a crash of the whole machine would make a difference.
  const postgres = await startPostgres({ durable: false, ...options });
  started.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const data = () => path.join(dir, "pg");

test("committed rows survive a crash", async () => {
  const first = await start({ dir: data() });
  await first.ensureDatabase("polls");
  await query(first.url("polls"), "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop("immediate");

  const second = await start({ dir: data() });
  await second.ensureDatabase("polls");
  expect(await query(second.url("polls"), "TABLE kept")).toEqual([{ answer: 42 }]);
});

test("a named directory is durable; a temporary one is fast and is removed with the server", async () => {
  const kept = await start({ dir: data(), durable: true });
  expect(await query(kept.url("postgres"), "SHOW fsync")).toEqual([{ fsync: "on" }]);
  const passing = await start();
  expect(await query(passing.url("postgres"), "SHOW fsync")).toEqual([{ fsync: "off" }]);
  await passing.stop();
  expect(fs.existsSync(passing.dir)).toBe(false);
  expect(isAlive(passing.pid)).toBe(false);
});

test("text sorts the same on every machine", async () => {
  const postgres = await start();
  const rows = await query(
    postgres.url("postgres"),
    "SELECT x FROM (VALUES ('b'), ('ä'), ('B'), ('a')) AS v(x) ORDER BY x",
  );
  expect(rows.map(({ x }) => x)).toEqual(["B", "a", "b", "ä"]);
});

test("a start repairs files that an interrupted start left incomplete", async () => {
  fs.mkdirSync(path.join(data(), "data.new"), { recursive: true });
  fs.writeFileSync(path.join(data(), "data.new", "PG_VERSION"), "18\n");
  const postgres = await start({ dir: data() });
  expect(await query(postgres.url("postgres"), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("the error contains the port that is in use", async () => {
  const { port } = await start();
  await expect(start({ dir: data(), port })).rejects.toThrow(
    `PostgreSQL's port ${port} is in use.`,
  );
});

test("a server takes any port where the usual one is in use", async () => {
  const { port } = await start();
  const other = await start({ dir: data(), usualPort: port });
  expect(await query(other.url("postgres"), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  expect(other.port).not.toBe(port);
});

test("a process id that now belongs to another program does not prevent a start", async () => {
  const first = await start({ dir: data() });
  await first.stop("fast");
  // The id of this process, which is not PostgreSQL.
  const pidFile = [process.pid, path.join(data(), "data"), 0, first.port, "", "127.0.0.1", "", ""];
  fs.writeFileSync(path.join(data(), "data/postmaster.pid"), pidFile.join("\n"));
  const second = await start({ dir: data() });
  expect(await query(second.url("postgres"), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a server ends when its parent process is killed, and the next start finds its data", async () => {
  const program = `
    require("./libs/devstack/src/postgres/start-postgres").startPostgres({ dir: process.argv[1], durable: false })
      .then(async (postgres) => {
        await postgres.ensureDatabase("left");
        console.log(postgres.pid);
      });
    process.stdin.resume();`;
  const child = spawn(process.execPath, [...fromSource, "-e", program, data()], {
    cwd: path.resolve(__dirname, "../../../.."),
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (bytes) => {
    said += bytes;
  });
  const pid = await askUntil(async () => (said.includes("\n") ? Number(said) : undefined), {
    deadlineMs: 20_000,
  });
  expect(pid).toBeGreaterThan(1);
  child.kill("SIGKILL");
  expect(await waitUntilGone(Number(pid), 10_000)).toBe(true);

  const next = await start({ dir: data() });
  expect(
    await query(next.url("postgres"), "SELECT datname FROM pg_database WHERE datname = 'left'"),
  ).toHaveLength(1);
});

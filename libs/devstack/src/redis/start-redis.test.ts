import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { isAlive } from "../process/run-process";
import { findRedis, type RedisProgram } from "./find-redis";
import { askRedis } from "./redis-command";
import { type RunningRedis, startRedis } from "./start-redis";

const root = path.resolve(__dirname, "../../../..");
const found = findRedis({ wanted: process.env.REDIS_SERVER_BIN, root });
const describeWithRedis = found === undefined ? describe.skip : describe;

test("the error names the variable of a program that does not run", () => {
  expect(() => findRedis({ wanted: "/nowhere/redis-server" })).toThrow(
    "REDIS_SERVER_BIN names /nowhere/redis-server, which does not run.",
  );
});

describeWithRedis("a Redis of our own", () => {
  const program = found as RedisProgram;
  const started: RunningRedis[] = [];
  let dir: string;

  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-test-"));
  });
  afterEach(async () => {
    for (const redis of started.splice(0)) await redis.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  });

  const start = async (options: { dir?: string; port?: number } = {}) => {
    const redis = await startRedis({ program, ...options });
    started.push(redis);
    return redis;
  };
  const setting = async ({ port }: RunningRedis, name: string) =>
    (await askRedis(port, ["CONFIG", "GET", name]))?.split("\r\n")[4];

  test("evicts nothing, as BullMQ needs it", async () => {
    expect(await setting(await start(), "maxmemory-policy")).toBe("noeviction");
  });

  test("keeps written keys in its directory after SIGKILL", async () => {
    const first = await start({ dir });
    expect(await askRedis(first.port, ["SET", "key", "value"])).toBe("+OK\r\n");
    await first.stop({ signal: "SIGKILL" });
    const second = await start({ dir });
    expect(await askRedis(second.port, ["GET", "key"])).toBe("$5\r\nvalue\r\n");
  });

  test("keeps nothing without a directory", async () => {
    const redis = await start();
    expect(await setting(redis, "appendonly")).toBe("no");
    await redis.stop();
    expect(isAlive(redis.pid)).toBe(false);
  });

  test("ends an orphaned server on the same files", async () => {
    const left = await start({ dir });
    const next = await start({ dir });
    expect(isAlive(left.pid)).toBe(false);
    expect(isAlive(next.pid)).toBe(true);
  });

  test("the error names a port in use", async () => {
    const { port } = await start();
    await expect(start({ port })).rejects.toThrow(`Redis did not start on port ${port}`);
  });
});

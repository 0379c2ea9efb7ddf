import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { isAlive } from "../process/run-process";
import { findRedis, type RedisProgram } from "./find-redis";
import { askRedis, type RunningRedis, startRedis } from "./start-redis";

const root = path.resolve(__dirname, "../../../..");
const found = findRedis({ wanted: process.env.REDIS_SERVER_BIN, root });
const describeWithRedis = found === undefined ? describe.skip : describe;

test("the error contains the variable of a program that does not run", () => {
  expect(() => findRedis({ wanted: "/nowhere/redis-server" })).toThrow(
    "The program /nowhere/redis-server of REDIS_SERVER_BIN does not run.",
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

  const start = async (options: { dir?: string; port?: number; usualPort?: number } = {}) => {
    const redis = await startRedis({ program, ...options });
    started.push(redis);
    return redis;
  };
  const setting = async ({ port }: RunningRedis, name: string) =>
    (await askRedis(port, ["CONFIG", "GET", name]))?.split("\r\n")[4];

  test("evicts no keys, as BullMQ requires", async () => {
    expect(await setting(await start(), "maxmemory-policy")).toBe("noeviction");
  });

  test("keeps written keys in its directory after SIGKILL", async () => {
    const first = await start({ dir });
    expect(await askRedis(first.port, ["SET", "key", "value"])).toBe("+OK\r\n");
    await first.stop({ signal: "SIGKILL" });
    const second = await start({ dir });
    expect(await askRedis(second.port, ["GET", "key"])).toBe("$5\r\nvalue\r\n");
  });

  test("keeps no data without a directory", async () => {
    const redis = await start();
    expect(await setting(redis, "appendonly")).toBe("no");
    await redis.stop();
    expect(isAlive(redis.pid)).toBe(false);
  });

  test("takes any port where the usual one is in use", async () => {
    const first = await start();
    const second = await start({ usualPort: first.port });
    expect(await askRedis(second.port, ["PING"])).toBe("+PONG\r\n");
    expect(second.port).not.toBe(first.port);
  });

  test("ends an orphaned server on the same files", async () => {
    const left = await start({ dir });
    const next = await start({ dir });
    expect(isAlive(left.pid)).toBe(false);
    expect(isAlive(next.pid)).toBe(true);
  });

  test("the error contains the port that is in use", async () => {
    const { port } = await start();
    await expect(start({ port })).rejects.toThrow(`Redis did not start on port ${port}`);
  });
});

import path from "node:path";
import {
  findRedis,
  type RedisOptions,
  type RedisProgram,
  type RunningRedis,
  startRedis,
} from "@polls/devstack";
import { atFileEnd } from "../at-file-end";
import { type Describe, describeWhere } from "../describe-where";

const root = path.resolve(__dirname, "../../../..");

/** The Redis program of this machine, if it has one. */
const program = findRedis({ wanted: process.env.REDIS_SERVER_BIN, root });

export const redisIsHere = program !== undefined;

/** `describe` if this machine has a Redis server. Otherwise the tests are marked as skipped. */
export const describeWithRedis: Describe = describeWhere(redisIsHere, "no Redis is installed");

/** The program of that server, for tests that start it with their own configuration. */
export function redisProgram(): RedisProgram {
  if (program === undefined) throw new Error("there is no Redis here: use describeWithRedis");
  return program;
}

/** Starts an empty Redis server for the test file. It ends with the file. */
export async function startTestRedis(
  options: Omit<RedisOptions, "program"> = {},
): Promise<RunningRedis> {
  const redis = await startRedis({ ...options, program: redisProgram() });
  atFileEnd(`Redis on port ${redis.port}`, () => redis.stop());
  return redis;
}

import path from "node:path";
import { describeExit } from "../process/run-process";
import { findRedis } from "../redis/find-redis";
import { startRedis } from "../redis/start-redis";
import type { StackPart } from "../stack/part";

const usualPort = 63_799;
/** How often an idle server wakes for its own work, in a second. The usual ten times take half of its processor time. */
const OWN_WORK_HZ = "1";

export const redisPart: StackPart = {
  name: "Redis",
  unless: ["REDIS_URL"],
  start: async ({ settings: { dataDir, root }, env }) => {
    const program = findRedis({ wanted: env.REDIS_SERVER_BIN, root });
    if (program === undefined) {
      return {
        says: "There is no Redis here (no redis-server, no valkey-server): the queues live in PostgreSQL.",
      };
    }
    const dir = path.join(dataDir, "redis");
    const redis = await startRedis({ program, dir, usualPort, args: ["--hz", OWN_WORK_HZ] });
    return {
      env: { REDIS_URL: redis.url },
      says: `Redis runs on port ${redis.port}.`,
      ended: redis.exited.then(describeExit),
      stop: () => redis.stop(),
    };
  },
};

import type { QueueBackend } from "./backend";
import { redisInfos } from "./redis/open-redis";
import { type RedisFacts, redisFacts } from "./redis/redis-settings";

/** The server of the queues: Redis with its facts, or the database of the service. */
export type QueueServer = { readonly kind: "postgres" } | ({ readonly kind: "redis" } & RedisFacts);

/** Reads facts about the server of the queues. Rejects within seconds if it is unavailable. */
export async function readQueueServer(backend: QueueBackend): Promise<QueueServer> {
  if (backend.kind === "postgres") return { kind: "postgres" };
  return { kind: "redis", ...togetherOf((await redisInfos(backend.url)).map(redisFacts)) };
}

/** Combines the facts of all servers of a cluster. */
const togetherOf = (servers: readonly RedisFacts[]): RedisFacts => ({
  version: [...new Set(servers.map(({ version }) => version))].join(", "),
  usedBytes: servers.reduce((sum, { usedBytes }) => sum + usedBytes, 0),
  maxBytes: servers.reduce((sum, { maxBytes }) => sum + maxBytes, 0),
  problems: [...new Set(servers.flatMap(({ problems }) => problems))],
});

import type { QueueBackend } from "./backend";
import { redisInfos } from "./prepare-backend";
import { type RedisFacts, redisFacts } from "./redis/redis-settings";

/** The server of the queues: a Redis with its facts, or the database of the service. */
export type QueueServer = { readonly kind: "postgres" } | ({ readonly kind: "redis" } & RedisFacts);

/** Asks the server of the queues about itself. Rejects within seconds when it is away. */
export async function readQueueServer(backend: QueueBackend): Promise<QueueServer> {
  if (backend.kind === "postgres") return { kind: "postgres" };
  return { kind: "redis", ...togetherOf((await redisInfos(backend.url)).map(redisFacts)) };
}

/** The facts of the servers of a cluster, or of the only one. */
const togetherOf = (servers: readonly RedisFacts[]): RedisFacts => ({
  version: [...new Set(servers.map(({ version }) => version))].join(", "),
  usedBytes: servers.reduce((sum, { usedBytes }) => sum + usedBytes, 0),
  maxBytes: servers.reduce((sum, { maxBytes }) => sum + maxBytes, 0),
  problems: [...new Set(servers.flatMap(({ problems }) => problems))],
});

import type { QueueBackend } from "./backend";
import { redisInfo } from "./prepare-backend";
import { type RedisFacts, redisFacts } from "./redis-settings";

/** The server of the queues: a Redis with its facts, or the database of the service. */
export type QueueServer = { readonly kind: "postgres" } | ({ readonly kind: "redis" } & RedisFacts);

/** Asks the server of the queues about itself. Rejects within seconds when it is away. */
export const readQueueServer = async (backend: QueueBackend): Promise<QueueServer> =>
  backend.kind === "postgres"
    ? { kind: "postgres" }
    : { kind: "redis", ...redisFacts(await redisInfo(backend.url)) };

import { InvalidEnvironment } from "@polls/config";
import { type Pooler, splitSchema } from "@polls/db/connection";
import {
  type ConnectionOptions,
  createIORedisClient,
  createPostgresBackend,
  type IQueueBackend,
  type JobProgress,
  type Processor,
  Queue,
  type QueueOptions,
  RedisConnection,
  type RedisQueueBackend,
  Worker,
  type WorkerOptions,
} from "bullmq";
import { queueNames } from "./define-job";
import { openRedis } from "./redis/open-redis";

// BullMQ itself can only open the address of a single server.
RedisConnection.clientFactory = ({ url = "", replyMapping: _, ...options }) =>
  createIORedisClient(openRedis(url, options));

/** The server of the queues: Redis, or tables of BullMQ in PostgreSQL. */
export type QueueBackend =
  | {
      readonly kind: "redis";
      readonly url: string;
      /** The prefix of the keys. Default: `polls`. */
      readonly prefix?: string;
    }
  | { readonly kind: "postgres"; readonly url: string };

/**
 * Chooses Redis if it is configured, else the database (docs/operations.md#redis). Throws
 * `InvalidEnvironment` if that is behind a transaction pooler, where queues receive no
 * notifications (docs/operations.md#pgbouncer).
 */
export function chooseBackend(config: {
  readonly redisUrl?: string | undefined;
  readonly redisPrefix?: string;
  readonly databaseUrl: string;
  readonly databasePooler?: Pooler;
}): QueueBackend {
  const { redisUrl: url, redisPrefix: prefix = USUAL_PREFIX } = config;
  if (url !== undefined) return { kind: "redis", url, prefix };
  if (config.databasePooler === "transaction") {
    throw new InvalidEnvironment(["REDIS_URL is needed with DATABASE_POOLER=transaction"]);
  }
  return { kind: "postgres", url: config.databaseUrl };
}

const USUAL_PREFIX = "polls";

/** Is a hash tag, so that all keys of a queue are on one node of a cluster. */
const prefixOf = (backend: QueueBackend): string =>
  `{${backend.kind === "redis" ? (backend.prefix ?? USUAL_PREFIX) : USUAL_PREFIX}}`;

/** The default waits up to 20 s between attempts (docs/reliability.md#queue-settings). */
const retryStrategy = (times: number): number => Math.min(100 * 2 ** Math.min(times, 10), 1_000);

const commandTimeoutMs = 2_000;

/** Number of connections of the PostgreSQL backend for each queue or worker. */
const postgresPoolSize = 3;

/** The database connections that a relay opens to queues: none when these are in Redis. */
export const relayConnections = ({ kind }: QueueBackend): number =>
  kind === "postgres" ? queueNames.length * postgresPoolSize : 0;

/** The database connections that the consumer of a queue opens, with those of its watch. */
export const consumerConnections = ({ kind }: QueueBackend): number =>
  kind === "postgres" ? 2 * postgresPoolSize + 1 : 0;

const postgresConnection = (url: string, name: string) => ({
  connectionString: splitSchema(url).serverUrl,
  max: postgresPoolSize,
  connectionTimeoutMillis: commandTimeoutMs,
  application_name: name,
});

/** A connection that is silent for longer than this is half open, and is replaced. */
const silentQueueMs = 5_000;
/**
 * BullMQ's longest blocking wait. A new job ends it, but in PostgreSQL its notification may be
 * lost.
 */
const DRAIN_SECONDS = { redis: 15, postgres: 5 } as const;
/** Must be longer than the longest blocking wait. */
const silentWorkerMs = 20_000;

/** A queue for adding and queries, for `openQueue`. Calls reject after 2 s without a server. */
export function connectQueue(name: string, backend: QueueBackend): Queue {
  const options: Omit<QueueOptions, "connection"> = {
    prefix: prefixOf(backend),
    streams: { events: { maxLen: 1_000 } },
  };
  if (backend.kind === "postgres") {
    const connection = postgresConnection(backend.url, `polls-queue-${name}`);
    return new Queue(name, { ...options, connection }, createPostgresBackend) as unknown as Queue;
  }
  const connection = {
    url: backend.url,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    connectTimeout: commandTimeoutMs,
    socketTimeout: silentQueueMs,
    retryStrategy,
  };
  return new Queue(name, { ...options, connection });
}

/** How workers differ from BullMQ's defaults (docs/reliability.md#queue-settings). */
export interface WorkerTuning {
  readonly lockMs: number;
  readonly stalledMs: number;
}

export const usualTuning: WorkerTuning = { lockMs: 15_000, stalledMs: 5_000 };

const day = 86_400;

/**
 * A worker that can be closed without waiting. BullMQ's `close` may wait forever for a blocking
 * connection that reconnects (taskforcesh/bullmq#4656).
 */
class QueueWorker<
  Backend extends IQueueBackend = RedisQueueBackend,
  Connection = ConnectionOptions,
> extends Worker<unknown, unknown, string, Backend, JobProgress, Connection> {
  /** Ends timers and connections at once, even while `close` waits. Running jobs become stalled. */
  async abandon(): Promise<void> {
    await this.lockManager.close();
    await this.disconnect();
  }
}

/**
 * Creates a consumer. Call `prepareBackend` first: without its tables in PostgreSQL it retries in a
 * busy loop.
 */
export function openWorker(
  name: string,
  backend: QueueBackend,
  process: Processor,
  concurrency: number,
  tuning: WorkerTuning,
): QueueWorker {
  const options: Omit<WorkerOptions, "connection"> = {
    prefix: prefixOf(backend),
    concurrency,
    lockDuration: tuning.lockMs,
    stalledInterval: tuning.stalledMs,
    maxStalledCount: 20,
    maxStartedAttempts: 30,
    removeOnComplete: { age: 3_600, count: 1_000 },
    removeOnFail: { age: 14 * day, count: 5_000 },
    drainDelay: DRAIN_SECONDS[backend.kind],
    runRetryDelay: 1_000,
    autorun: false,
  };
  if (backend.kind === "postgres") {
    const connection = postgresConnection(backend.url, `polls-worker-${name}`);
    return new QueueWorker(
      name,
      process,
      { ...options, connection },
      createPostgresBackend,
    ) as unknown as QueueWorker;
  }
  return new QueueWorker(name, process, {
    ...options,
    connection: {
      url: backend.url,
      maxRetriesPerRequest: null,
      connectTimeout: commandTimeoutMs,
      socketTimeout: silentWorkerMs,
      retryStrategy,
    },
  });
}

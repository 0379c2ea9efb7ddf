import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@polls/telemetry";
import { runMigrations } from "bullmq";
import { Cluster } from "ioredis";
import { Client } from "pg";
import type { QueueBackend } from "./backend";
import { openRedis } from "./redis/open-redis";
import { redisProblems, WrongSetting } from "./redis/redis-settings";

export interface PrepareOptions {
  /** Whether to refuse a Redis that loses jobs, in place of a warning: in production. */
  readonly strict: boolean;
  readonly log: Logger;
  /** Ends the wait for a server that is away. */
  readonly signal: AbortSignal;
}

const attemptTimeoutMs = 3_000;
const longestPauseMs = 5_000;

/**
 * Waits until the server of the queue answers, and prepares it: checks the settings of Redis, creates the
 * tables of BullMQ in PostgreSQL. Await it before creating workers or relays: without its tables a worker
 * spins, and one that is created while the server is away never starts.
 * Throws `WrongSetting` when strict, and the reason of an aborted signal.
 */
export async function prepareBackend(
  backend: QueueBackend,
  options: PrepareOptions,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    options.signal.throwIfAborted();
    try {
      if (backend.kind === "redis") await checkRedis(backend.url, options);
      else await makeTables(backend.url);
      return;
    } catch (error) {
      if (error instanceof WrongSetting) throw error;
      if (attempt === 0) options.log.warn({ err: error }, "the queue is away; waiting for it");
      const pauseMs = Math.min(longestPauseMs, 250 * 2 ** Math.min(attempt, 10));
      await pause(pauseMs, undefined, { signal: options.signal });
    }
  }
}

async function checkRedis(url: string, { strict, log }: PrepareOptions): Promise<void> {
  const problems = [...new Set((await redisInfos(url)).flatMap(redisProblems))];
  if (problems.length === 0) return;
  const wrong = new WrongSetting(problems);
  if (strict) throw wrong;
  log.warn(wrong.message);
}

/** What each Redis says at `INFO` that may hold a queue: the primaries of a cluster. Rejects within seconds when they are away. */
export async function redisInfos(url: string): Promise<readonly string[]> {
  const redis = openRedis(url, {
    lazyConnect: true,
    connectTimeout: attemptTimeoutMs,
    commandTimeout: attemptTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Failures reject the calls below; without a listener they are also printed.
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    const servers = redis instanceof Cluster ? redis.nodes("master") : [redis];
    return await Promise.all(servers.map((server) => server.info()));
  } finally {
    redis.disconnect();
  }
}

async function makeTables(url: string): Promise<void> {
  const address = new URL(url);
  address.searchParams.delete("schema");
  const client = new Client({
    connectionString: address.toString(),
    connectionTimeoutMillis: attemptTimeoutMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await runMigrations(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

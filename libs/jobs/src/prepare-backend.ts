import { setTimeout as pause } from "node:timers/promises";
import { splitSchema } from "@polls/db/connection";
import type { Logger } from "@polls/telemetry";
import { runMigrations } from "bullmq";
import { Client } from "pg";
import type { QueueBackend } from "./backend";
import { redisInfos } from "./redis/open-redis";
import { redisProblems, WrongSetting } from "./redis/redis-settings";

export interface PrepareOptions {
  /** Whether to refuse a Redis that may lose jobs, as in production, or only to warn. */
  readonly strict: boolean;
  readonly log: Logger;
  /** Ends the wait for an unavailable server. */
  readonly signal: AbortSignal;
}

const attemptTimeoutMs = 3_000;
/** The time limit of a statement that creates the tables of BullMQ. */
const migrationTimeoutMs = 30_000;
const longestPauseMs = 5_000;

/**
 * Waits until the server of the queues answers, and prepares it: checks the settings of Redis, or
 * creates the tables of BullMQ in PostgreSQL. Await it before creating workers or relays. Without
 * its tables a worker retries in a busy loop, and a worker that is created while the server is
 * unavailable never starts. Throws `WrongSetting` if `strict`, or the reason of an aborted signal.
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
      if (attempt === 0)
        options.log.warn({ err: error }, "the queue is unavailable; waiting for it");
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

async function makeTables(url: string): Promise<void> {
  const client = new Client({
    connectionString: splitSchema(url).serverUrl,
    connectionTimeoutMillis: attemptTimeoutMs,
    query_timeout: migrationTimeoutMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await runMigrations(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

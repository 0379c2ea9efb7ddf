import { setTimeout as pause } from "node:timers/promises";
import type { QueueBackend } from "./backend";
import { openRedisInfos, type RedisInfos } from "./redis/open-redis";
import { isOfPrimary, redisProblems, WrongSetting } from "./redis/redis-settings";

const usualEveryMs = 2_000;

export type QueueWatch = ReturnType<typeof watchQueue>;

/**
 * Looks at Redis every two seconds: it may go away, and its settings may change while it runs.
 * Finds nothing for queues in PostgreSQL.
 */
export function watchQueue(backend: QueueBackend, everyMs = usualEveryMs) {
  const closing = new AbortController();
  let away: Error | undefined;
  let wrong: WrongSetting | undefined;

  let connection: RedisInfos | undefined;

  const disconnect = () => {
    connection?.close();
    connection = undefined;
  };
  /** Uses its connection again, and a new one if that fails, or leads to a server that is no primary any more. */
  const readInfos = async (url: string): Promise<readonly string[]> => {
    const known = await connection?.read().catch(() => undefined);
    if (known?.every(isOfPrimary)) return known;
    disconnect();
    connection = await openRedisInfos(url);
    return connection.read();
  };
  const look = async (url: string) => {
    try {
      const problems = [...new Set((await readInfos(url)).flatMap(redisProblems))];
      away = undefined;
      wrong = problems.length === 0 ? undefined : new WrongSetting(problems);
    } catch (error) {
      away = new Error("the queue does not answer", { cause: error });
      disconnect();
    }
  };
  const run = async () => {
    while (backend.kind === "redis" && !closing.signal.aborted) {
      await look(backend.url);
      await pause(everyMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    disconnect();
  };
  const running = run();
  return {
    /** The error, while the server does not answer. */
    away: () => away,
    /** The settings with which it may lose jobs, as it last told them. */
    wrong: () => wrong,
    async close() {
      closing.abort();
      await running;
    },
  };
}

import { setTimeout as pause } from "node:timers/promises";
import type { QueueBackend } from "./backend";
import { redisInfos } from "./redis/redis-infos";
import { redisProblems, WrongSetting } from "./redis/redis-settings";

/** What the last look at the server of the queues found. Nothing, for queues in PostgreSQL. */
export interface QueueWatch {
  /** The error, while the server does not answer. */
  readonly away: () => Error | undefined;
  /** The settings with which it may lose jobs, as it last told them. */
  readonly wrong: () => WrongSetting | undefined;
  readonly close: () => Promise<void>;
}

const usualEveryMs = 2_000;

/** Looks at Redis every two seconds: it may go away, and its settings may change while it runs. */
export function watchQueue(backend: QueueBackend, everyMs = usualEveryMs): QueueWatch {
  const closing = new AbortController();
  let away: Error | undefined;
  let wrong: WrongSetting | undefined;

  const look = async (url: string) => {
    try {
      const problems = [...new Set((await redisInfos(url)).flatMap(redisProblems))];
      away = undefined;
      wrong = problems.length === 0 ? undefined : new WrongSetting(problems);
    } catch (error) {
      away = new Error("the queue does not answer", { cause: error });
    }
  };
  const run = async () => {
    while (backend.kind === "redis" && !closing.signal.aborted) {
      await look(backend.url);
      await pause(everyMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    away: () => away,
    wrong: () => wrong,
    async close() {
      closing.abort();
      await running;
    },
  };
}

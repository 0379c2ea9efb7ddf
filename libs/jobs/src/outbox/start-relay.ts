import { setTimeout as pause } from "node:timers/promises";
import type { RelayStore } from "@polls/db/outbox";
import { type Logger, type Metrics, rateLimited, type Tracing } from "@polls/telemetry";
import type { QueueBackend } from "../backend";
import { queueNames } from "../define-job";
import { prepareBackend } from "../prepare-backend";
import { WrongSetting } from "../redis/redis-settings";
import { type QueueWatch, watchQueue } from "../watch-queue";
import { openPublisher, type Publisher } from "./publisher";
import { passLimit, relayOnce } from "./relay";
import { pollDelayMs } from "./schedule";

export interface RelayOptions {
  readonly store: RelayStore;
  readonly backend: QueueBackend;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether to refuse a Redis that may lose jobs. True in production. */
  readonly strict: boolean;
  /** Undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
  /** Overrides the default intervals, for tests. */
  readonly tuning?: { readonly settingsMs?: number; readonly pruneLimit?: number };
}

/** The minimum time between the starts of two passes. A single job is sent at once; consecutive jobs are sent together. */
const passEveryMs = 25;
/** The interval while the queues or the database are unavailable. */
const awayPollMs = 1_000;
/** The interval of checks of a Redis with wrong settings, until an operator has corrected them. */
const usualSettingsMs = 10_000;
/** The interval of deletions of finished rows, once all old ones are deleted. */
const pruneEveryMs = 10 * 60_000;
const keepDoneMs = 24 * 3_600_000;
/** The rows that a pass deletes, so that jobs wait only some milliseconds for it. */
const usualPruneLimit = 1_000;

export type Relay = ReturnType<typeof startRelay>;

/**
 * Publishes rows of the outbox until it is closed, and returns at once. Rows wait while the queue
 * or the database is away, or while the settings of Redis may lose jobs and `strict` is set.
 */
export function startRelay(options: RelayOptions) {
  const { store, metrics } = options;
  const log = options.log.child({ part: "relay" });
  const complain = rateLimited((facts, text) => log.warn(facts, text));
  for (const outcome of ["sent", "left", "unpublishable", "dead"]) {
    metrics.count("outbox_relayed_total", { outcome }, 0);
  }
  const closing = new AbortController();
  const waker = createWaker();
  let problem: Error | undefined = new Error("starting");

  const waitForOperator = (wrong: WrongSetting) => {
    if (problem?.message !== wrong.message) {
      log.error({ err: wrong }, "jobs wait in the outbox until Redis is corrected");
    }
    problem = wrong;
  };

  /** Publishes nothing to a Redis that may lose jobs. */
  const prepareWhenRight = async () => {
    for (;;) {
      try {
        return await prepareBackend(options.backend, { ...options, log, signal: closing.signal });
      } catch (error) {
        if (!(error instanceof WrongSetting)) throw error;
        waitForOperator(error);
        const settingsMs = options.tuning?.settingsMs ?? usualSettingsMs;
        await pause(settingsMs, undefined, { signal: closing.signal });
      }
    }
  };

  let publisher: Publisher | undefined;
  let watch: QueueWatch | undefined;
  const run = async () => {
    try {
      await prepareWhenRight();
      const watched = watchQueue(options.backend, options.tuning?.settingsMs);
      watch = watched;
      const opened = openPublisher(options.backend, (queue, error) =>
        complain({ err: error, queue }, "queue error"),
      );
      publisher = opened;
      const prune = createPruner(store, options.tuning?.pruneLimit ?? usualPruneLimit, (error) =>
        complain({ err: error }, "finished rows of the outbox not deleted"),
      );
      let empty = 0;
      while (!closing.signal.aborted) {
        const wrong = options.strict ? watched.wrong() : undefined;
        if (wrong !== undefined) {
          waitForOperator(wrong);
          await waker.wait(awayPollMs);
          continue;
        }
        let more = false;
        const began = performance.now();
        try {
          const { claimed, away } = await relayOnce({ ...options, publisher: opened, log });
          problem = away.length === 0 ? undefined : new Error(`away: ${away.join(", ")}`);
          if (problem !== undefined) complain({ away }, "queues take no jobs");
          empty = claimed === 0 ? empty + 1 : 0;
          more = claimed === passLimit && problem === undefined;
          await prune();
        } catch (error) {
          problem = new Error("the outbox cannot be read", { cause: error });
          complain({ err: error }, "relay pass failed");
        }
        if (more) continue;
        await waker.wait(problem === undefined ? pollDelayMs(empty) : awayPollMs);
        const early = began + passEveryMs - performance.now();
        if (early > 0) await pause(early, undefined, { signal: closing.signal }).catch(() => {});
      }
    } catch (error) {
      if (closing.signal.aborted) return;
      problem = error instanceof Error ? error : new Error(String(error));
      log.error({ err: error }, "relay stopped: jobs wait in the outbox");
    } finally {
      await watch?.close();
      await publisher?.close().catch(() => undefined);
    }
  };
  const running = run();

  return {
    /** Starts a pass soon, for each commit that may send a job. It is cheap and never throws. */
    wake: waker.wake,
    /** Rejects while the queues take no jobs. Only for reports: requests do not need the queues. */
    async check() {
      const problemNow = problem ?? watch?.away();
      if (problemNow !== undefined) throw problemNow;
    },
    /** The settings with which Redis may lose jobs. It takes jobs nevertheless, unless `strict`. */
    wrongSetting: () => watch?.wrong(),
    /** The jobs by state, of the queues that respond. */
    async figures() {
      const opened = publisher;
      if (opened === undefined) return [];
      const all = await Promise.all(
        queueNames.map(async (name) => {
          const figures = await opened.figures(name).catch(() => undefined);
          return figures === undefined ? [] : [[name, figures] as const];
        }),
      );
      return all.flat();
    },
    /** Stops after the running pass. The next relay sends the remaining rows. */
    async close() {
      closing.abort();
      waker.wake();
      await running;
    },
  };
}

/** Waits for `wake`, at most `ms`. A call of `wake` before the wait ends it at once. */
function createWaker() {
  let woken = false;
  let stopWaiting: (() => void) | undefined;
  return {
    wake(): void {
      woken = true;
      stopWaiting?.();
    },
    async wait(ms: number): Promise<void> {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          stopWaiting = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      woken = false;
      stopWaiting = undefined;
    },
  };
}

/**
 * Deletes up to `limit` old finished rows with each call. After it found fewer, or failed, it
 * pauses `pruneEveryMs`. Never throws.
 */
function createPruner(
  store: Pick<RelayStore, "prune">,
  limit: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let dueAt = 0;
  return async () => {
    if (performance.now() < dueAt) return;
    const deleted = await store.prune(keepDoneMs, limit).catch((error: unknown) => {
      onError(error);
      return 0;
    });
    if (deleted < limit) dueAt = performance.now() + pruneEveryMs;
  };
}

import type { WorkerStore } from "@polls/db/outbox";
import { type Logger, type Metrics, rateLimited, type Tracing } from "@polls/telemetry";
import type { Job, Queue } from "bullmq";
import { openWorker, type QueueBackend, usualTuning, type WorkerTuning } from "../backend";
import { addCanary, canaryName } from "../canary";
import type { QueueName } from "../define-job";
import type { Handlers } from "../handlers";
import { prepareBackend } from "../prepare-backend";
import { openQueue } from "../queue";
import { type QueueFigures, readQueueFigures } from "../queue-figures";
import { within } from "../within";
import { type AnyHandler, type DepsOfJob, type RunDeps, runJob } from "./run-job";

export interface WorkerOptions {
  readonly backend: QueueBackend;
  readonly store: WorkerStore;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly concurrency: number;
  /** Whether to refuse a Redis that may lose jobs, as in production. */
  readonly strict: boolean;
  /** Ends the wait for an unavailable queue when the process ends. */
  readonly signal: AbortSignal;
  /** Undefined when tracing is off. */
  readonly tracing?: Tracing | undefined;
  readonly tuning?: Partial<WorkerTuning & { readonly watchMs: number; readonly stuckMs: number }>;
}

export interface RunningWorker {
  readonly queue: QueueName;
  /** For readiness. Rejects when the queue does not answer or this consumer is stuck. */
  check(): Promise<void>;
  /** The jobs of its queue by state. Rejects when the queue does not answer. */
  figures(): Promise<QueueFigures>;
  /**
   * Takes no more jobs, aborts the running ones after `graceMs`, and resolves a few seconds later
   * at most.
   */
  close(graceMs?: number): Promise<void>;
}

const usualGraceMs = 15_000;
const afterAbortMs = 5_000;
const usualWatchMs = 20_000;

/**
 * Runs each job of a queue with its handler, once its server answers
 * (docs/reliability.md#queue-settings). The signal of a handler is aborted when its lock is lost or
 * the process ends. Throws `WrongSetting` if `strict` and Redis may lose jobs, or the reason of an
 * aborted signal.
 */
export async function startWorker<Queue extends QueueName, Deps>(
  queue: Queue,
  handlers: Handlers<Queue, Deps>,
  depsOf: DepsOfJob<Deps>,
  options: WorkerOptions,
): Promise<RunningWorker> {
  const { backend, store, log, metrics, concurrency, tuning = {} } = options;
  await prepareBackend(backend, options);

  const complain = rateLimited((facts, text) => log.warn(facts, text));
  const finishing = new Set<Promise<unknown>>();
  const finishSoon = (outboxId: string): void => {
    const finished = store
      .finish(outboxId)
      .catch((err: unknown) => complain({ err, outboxId }, "row not finished"))
      .finally(() => finishing.delete(finished));
    finishing.add(finished);
  };
  const activity = { tookAtMs: performance.now(), running: 0 };
  const run: RunDeps<Deps> = {
    queue,
    handlers: handlers as Readonly<Record<string, AnyHandler<Deps>>>,
    depsOf,
    store,
    finishSoon,
    log,
    metrics,
    tracing: options.tracing,
  };
  const process = async (job: Job, _token?: string, signal?: AbortSignal): Promise<void> => {
    activity.tookAtMs = performance.now();
    activity.running += 1;
    try {
      await runJob(run, job, signal ?? new AbortController().signal);
    } finally {
      activity.running -= 1;
      if (job.name !== canaryName) activity.tookAtMs = performance.now();
    }
  };

  const onError = (err: Error) => {
    metrics.count("queue_events_total", { queue, event: "error" });
    complain({ err, queue }, "queue error");
  };
  for (const event of ["error", "stalled", "lock_lost"]) {
    metrics.count("queue_events_total", { queue, event }, 0);
  }
  const worker = openWorker(queue, backend, process, concurrency, { ...usualTuning, ...tuning });
  worker.on("error", onError);
  worker.on("stalled", () => metrics.count("queue_events_total", { queue, event: "stalled" }));
  worker.on("lockRenewalFailed", (ids) => {
    metrics.count("queue_events_total", { queue, event: "lock_lost" });
    for (const id of ids) worker.cancelJob(id, "the lock is lost");
  });
  const watched = openQueue(queue, backend, onError);
  // run() ends with close(). Errors arrive as events.
  worker.run().catch(onError);

  let waitingSinceMs: number | undefined;
  const look = async () => {
    const waiting = await watched.use(probeQueue);
    waitingSinceMs = waiting ? (waitingSinceMs ?? performance.now()) : undefined;
  };
  const watch = setInterval(() => void look().catch(onError), tuning.watchMs ?? usualWatchMs);

  return {
    queue,
    async check() {
      await watched.use((open) => open.getJobCounts("waiting"));
      const facts = { ...activity, nowMs: performance.now(), waitingSinceMs, concurrency };
      if (isStuck(facts, tuning.stuckMs ?? stuckAfterMs)) throw new Error(`stuck: ${queue}`);
    },
    figures: () => watched.use(readQueueFigures),
    async close(graceMs = usualGraceMs) {
      clearInterval(watch);
      const closed = worker.close().then(() => true);
      const late = () => false;
      if (!(await within(graceMs, closed, late))) {
        worker.cancelAllJobs("the process ends");
        if (!(await within(afterAbortMs, closed, late))) worker.abandon().catch(onError);
      }
      await within(afterAbortMs, Promise.all(finishing), late);
      await watched.close();
    },
  };
}

/** The state of a consumer at one moment. All times are in milliseconds of one clock. */
interface ConsumerFacts {
  readonly nowMs: number;
  /** When it last took a job, including canaries, or was started. */
  readonly tookAtMs: number;
  /** Since when jobs have been waiting without interruption. Undefined when none wait. */
  readonly waitingSinceMs: number | undefined;
  readonly running: number;
  readonly concurrency: number;
}

/** A consumer is stuck if it takes no job for this long although jobs wait. */
const stuckAfterMs = 60_000;

/**
 * Jobs wait, it has capacity and takes none, as BullMQ may do after outages with all connections
 * open (docs/reliability.md#stuck-consumers).
 */
export const isStuck = (facts: ConsumerFacts, limitMs = stuckAfterMs): boolean =>
  facts.waitingSinceMs !== undefined &&
  facts.running < facts.concurrency &&
  facts.nowMs - facts.waitingSinceMs >= limitMs &&
  facts.nowMs - facts.tookAtMs >= limitMs;

/** Adds a canary if no job waits, for an idle queue. Returns whether a job was waiting. */
async function probeQueue(queue: Queue): Promise<boolean> {
  const counts = await queue.getJobCounts("waiting", "prioritized");
  const waiting = (counts.waiting ?? 0) + (counts.prioritized ?? 0) > 0;
  if (!waiting) await addCanary(queue);
  return waiting;
}

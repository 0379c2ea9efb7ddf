import type { WorkerStore } from "@polls/db/outbox";
import {
  type Logger,
  type Metrics,
  redactText,
  type Span,
  type Tracing,
  withContext,
} from "@polls/telemetry";
import { type Job, UnrecoverableError } from "bullmq";
import { canaryName } from "../canary";
import { findContract } from "../contracts";
import type { JobContract, QueueName } from "../define-job";
import { AlreadyFinished, PermanentFailure } from "../failures";
import type { JobRun } from "../handlers";
import { type JobData, jobData } from "../job-data";
import { endsRound, resendDelayMs, tryInRound } from "../outbox/schedule";

/** A handler that was found by name. The contract has parsed its payload. */
export type AnyHandler<Deps> = (payload: never, deps: Deps, run: JobRun) => Promise<void>;

/** The dependencies of the handlers, for a job with its id in the outbox: it tells the shard that the job works on. */
export type DepsOfJob<Deps> = (outboxId: string) => Deps | Promise<Deps>;

export interface RunDeps<Deps> {
  readonly queue: QueueName;
  readonly handlers: Readonly<Record<string, AnyHandler<Deps>>>;
  readonly depsOf: DepsOfJob<Deps>;
  readonly store: WorkerStore;
  /** Finishes a row soon. The queue does not wait for it. */
  readonly finishSoon: (outboxId: string) => void;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined when tracing is off. */
  readonly tracing?: Tracing | undefined;
}

type JobOutcome = "done" | "duplicate" | "retried" | "failed" | "dead" | "interrupted";

/** The result of a run. Without an error, the queue removes the job. */
interface JobResult {
  readonly outcome: JobOutcome;
  readonly error?: Error;
}

/**
 * Runs a job once: parses it, skips duplicates, calls the handler, and finishes its row
 * (docs/reliability.md#job-handlers). The outbox, not BullMQ, retries it.
 */
export async function runJob<Deps>(
  run: RunDeps<Deps>,
  job: Pick<Job, "id" | "name" | "data" | "opts" | "attemptsStarted">,
  signal: AbortSignal,
): Promise<void> {
  if (job.name === canaryName) return;
  const began = performance.now();
  const parsed = jobData.safeParse(job.data);
  const data = parsed.success ? parsed.data : undefined;
  const attempt = tryInRound(data?.tries ?? 1);
  const known = findContract(job.name)?.queue === run.queue;
  const span = spanOf(run, job, { known, attempt });
  const traceparent = span?.traceparent ?? job.opts.telemetry?.metadata;
  const context = {
    ...(data?.requestId === undefined ? {} : { requestId: data.requestId }),
    ...(traceparent === undefined ? {} : { traceparent }),
    job: job.name,
    jobId: job.id ?? "",
    attempt,
  };
  await withContext(context, async () => {
    const { outcome, error } =
      data === undefined
        ? { outcome: "dead" as const, error: new UnrecoverableError("not a job of the outbox") }
        : await runParsed(run, job, data, attempt, signal);
    const durationSeconds = (performance.now() - began) / 1_000;
    span?.note({ "polls.outcome": outcome });
    span?.end(error === undefined ? "ok" : "failed");
    const labels = { queue: run.queue, name: known ? job.name : "unknown", outcome };
    run.metrics.observe("job_duration_seconds", labels, durationSeconds);
    const facts = { outcome, durationMs: Math.round(durationSeconds * 1_000) };
    const level = levels[outcome];
    run.log[level](error === undefined ? facts : { ...facts, err: error }, "job");
    if (error !== undefined) throw error;
  });
}

/** Creates the span of an attempt, in the trace of the request that caused the job. */
function spanOf<Deps>(
  { tracing, queue }: RunDeps<Deps>,
  { id = "", name, opts }: Pick<Job, "id" | "name" | "opts">,
  { known, attempt }: { readonly known: boolean; readonly attempt: number },
): Span | undefined {
  return tracing?.start({
    name: known ? `job ${name}` : "job unknown",
    kind: "consumer",
    parent: opts.telemetry?.metadata,
    facts: { "polls.queue": queue, "polls.job_id": id, "polls.attempt": attempt },
  });
}

/** A failed job that is sent again within this time is `retried`; later, operators should know (`failed`). */
const SOON_MS = 4 * 60_000;

/** Log levels. `error` is for operators: the job is not retried, or only much later. */
const levels: Readonly<Record<JobOutcome, "info" | "warn" | "error">> = {
  done: "info",
  duplicate: "info",
  retried: "warn",
  interrupted: "info",
  failed: "error",
  dead: "error",
};

async function runParsed<Deps>(
  run: RunDeps<Deps>,
  { name, attemptsStarted }: Pick<Job, "name" | "attemptsStarted">,
  data: JobData,
  attempt: number,
  signal: AbortSignal,
): Promise<JobResult> {
  const contract = findContract(name);
  const handler = Object.hasOwn(run.handlers, name) ? run.handlers[name] : undefined;
  if (contract === undefined || contract.queue !== run.queue || handler === undefined) {
    // A newer release may have a handler. The outbox sends the job again until a worker handles it.
    const reason = `this release handles no job ${name} in queue ${run.queue}`;
    await run.store.noteFailure(data.outboxId, data.tries, reason, resendDelayMs(data.tries));
    return { outcome: "failed", error: new UnrecoverableError(reason) };
  }
  try {
    // Why: docs/adr/0146-first-starts-do-not-read-the-row.md.
    const { outboxId, tries } = data;
    const isDoubtful = tries > 1 || attemptsStarted > 1 || (await run.store.isOld(outboxId));
    if (isDoubtful && !(await run.store.isOpen(outboxId))) return { outcome: "duplicate" };
    signal.throwIfAborted();
    const isLast = endsRound(data.tries);
    await callHandler(run, contract, handler, data, { attempt, isLast, signal });
    // Why: docs/adr/0147-the-queue-does-not-wait-for-the-row.md.
    run.finishSoon(data.outboxId);
    return { outcome: "done" };
  } catch (error) {
    return endFailed(run, data, error, signal);
  }
}

async function callHandler<Deps>(
  { depsOf, store, log }: RunDeps<Deps>,
  contract: JobContract,
  handler: AnyHandler<Deps>,
  { outboxId, payload }: JobData,
  now: Pick<JobRun, "attempt" | "isLast" | "signal">,
): Promise<void> {
  const fit = contract.payload.safeParse(payload);
  if (!fit.success) throw new PermanentFailure("the payload does not fit the contract");
  await handler(fit.data as never, await depsOf(outboxId), {
    ...now,
    log,
    async done(tx) {
      if (!(await store.finishIn(tx, outboxId))) throw new AlreadyFinished();
    },
  });
}

async function endFailed<Deps>(
  { store }: RunDeps<Deps>,
  { outboxId, tries }: JobData,
  cause: unknown,
  signal: AbortSignal,
): Promise<JobResult> {
  if (cause instanceof AlreadyFinished) return { outcome: "duplicate" };
  const message = redactText(cause instanceof Error ? cause.message : String(cause));
  try {
    if (cause instanceof PermanentFailure) {
      await store.fail(outboxId, tries, message);
      return { outcome: "dead", error: unrecoverable(message, cause) };
    }
    const resendMs = resendDelayMs(tries);
    await store.noteFailure(outboxId, tries, message, resendMs);
    const error = unrecoverable(message, cause);
    if (signal.aborted) return { outcome: "interrupted", error };
    return { outcome: resendMs < SOON_MS ? "retried" : "failed", error };
  } catch (error) {
    // The database is unavailable too. The relay sends the job again when it misses it.
    return { outcome: "retried", error: unrecoverable(message, error) };
  }
}

/** BullMQ does not retry after this error. Its message and stack hold no secrets. */
function unrecoverable(message: string, cause: unknown): Error {
  const error = new UnrecoverableError(message);
  error.cause = cause;
  return error;
}

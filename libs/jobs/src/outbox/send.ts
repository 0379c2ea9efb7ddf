import { insertJobs, type Transaction } from "@polls/db";
import { currentContext, type Span } from "@polls/telemetry";
import type { z } from "zod";
import type { JobContract, QueueName } from "../define-job";

/** When a job runs. */
export interface Timing {
  /** From now, at the earliest. */
  readonly delayMs?: number;
  /** Of the waiting jobs of a queue, those with a smaller rank run first; 0 if absent. */
  readonly rank?: number;
  /**
   * How many older jobs of the same owner wait: of one rank, the first job of each owner runs before the
   * second of any. Jobs that are sent together follow each other.
   */
  readonly ahead?: number;
  /** How many rounds the queue has served. It rises, so that a job waits for a bounded number of later ones. */
  readonly round?: number;
}

/** The queue tells this many places apart for one owner; a longer queue makes no difference. */
const LONG_QUEUE = 10_000;
/**
 * How many rounds a job waits for later ones of a smaller rank, for each rank between: longer than the mails of
 * an account and a day.
 */
const PLACES_OF_RANK = 2_500;

/**
 * The priority of a job: of the waiting ones the least is served first, and of equal ones the oldest. A job is
 * overtaken by later ones only until the queue has served `rank × 2,500 + ahead` rounds since it was sent
 * (docs/reference/mails.md#order).
 */
export const priorityOf = ({ rank = 0, ahead = 0, round = 0 }: Timing): number =>
  rank * PLACES_OF_RANK + Math.min(ahead, LONG_QUEUE) + round;

/** The request that jobs are sent for. */
export interface Cause {
  readonly requestId: string;
  /** Undefined where traces are off. */
  readonly span?: Span | undefined;
}

interface NotedCause {
  readonly requestId?: string;
  readonly traceparent?: string | undefined;
}

/** What a transaction works for. */
const causeOf = new WeakMap<Transaction, NotedCause>();

/**
 * Notes the request of a transaction, or those that share it; the jobs sent in it get their ids. They belong
 * to the trace of the first one.
 */
export const causedBy = (tx: Transaction, ...causes: readonly Cause[]): void => {
  const ids = new Set(causes.map(({ requestId }) => requestId));
  const [first] = causes;
  if (first === undefined) return;
  causeOf.set(tx, { requestId: [...ids].join(","), traceparent: first.span?.traceparent });
};

/**
 * Sends a job in the transaction of its cause: both are stored or neither (docs/reliability.md#outbox). The
 * job gets the id of the request.
 * Throws when the payload does not fit the contract, which is a defect of the sender.
 */
export const send = <Payload extends z.ZodType<object>>(
  tx: Transaction,
  contract: JobContract<string, QueueName, Payload>,
  payload: z.input<Payload>,
  timing: Timing = {},
): Promise<void> => sendAll(tx, contract, [payload], timing);

/** Sends many jobs of one kind in one statement. */
export async function sendAll<Payload extends z.ZodType<object>>(
  tx: Transaction,
  contract: JobContract<string, QueueName, Payload>,
  payloads: readonly z.input<Payload>[],
  timing: Timing = {},
): Promise<void> {
  const { delayMs = 0, ahead } = timing;
  if (payloads.length === 0) return;
  // A job that sends another has its cause in its context.
  const { requestId, traceparent }: NotedCause = causeOf.get(tx) ?? currentContext() ?? {};
  await insertJobs(tx, {
    job: contract.name,
    payloads: payloads.map((payload) => contract.payload.parse(payload)),
    requestId,
    traceparent,
    delayMs,
    priority: priorityOf(timing),
    priorityStep: ahead === undefined ? 0 : 1,
  });
}

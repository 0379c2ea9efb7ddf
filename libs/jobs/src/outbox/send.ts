import { insertJobs, LONG_QUEUE } from "@polls/db/outbox";
import type { Transaction } from "@polls/db/sql";
import { currentContext, type Span } from "@polls/telemetry";
import type { z } from "zod";
import type { JobContract, QueueName } from "../define-job";

export interface Timing {
  readonly delayMs?: number;
  /** Waiting jobs of a queue with a smaller rank run first. Default: 0. */
  readonly rank?: number;
  /**
   * Older waiting jobs of the owner: within a rank, each owner's first job comes first. Jobs that
   * are sent together keep their order.
   */
  readonly ahead?: number;
  /** The number of rounds that the queue has served. It increases, so that a job waits for a bounded number of later ones. */
  readonly round?: number;
}

/** The rounds that a job waits for later ones, per rank: more than an account's mails of a day. */
const ROUNDS_PER_RANK = 2_500;

/**
 * The queue serves the smallest first, and of equal ones the oldest. Later jobs can overtake one
 * until the queue has served `rank × 2,500 + ahead` rounds since it was sent
 * (docs/reference/mails.md#order).
 */
export const priorityOf = ({ rank = 0, ahead = 0, round = 0 }: Timing): number =>
  rank * ROUNDS_PER_RANK + Math.min(ahead, LONG_QUEUE) + round;

export interface Cause {
  readonly requestId: string;
  /** Undefined if tracing is off. */
  readonly span?: Span | undefined;
}

interface NotedCause {
  readonly requestId?: string;
  readonly traceparent?: string | undefined;
}

const causeOf = new WeakMap<Transaction, NotedCause>();

/** Stores the requests of a transaction: its jobs get their ids and join the first trace. */
export const causedBy = (tx: Transaction, ...causes: readonly Cause[]): void => {
  const ids = new Set(causes.map(({ requestId }) => requestId));
  const [first] = causes;
  if (first === undefined) return;
  causeOf.set(tx, { requestId: [...ids].join(","), traceparent: first.span?.traceparent });
};

/**
 * Sends a job in the transaction of its cause: both are stored or neither
 * (docs/reliability.md#outbox). Throws if the payload does not match the contract, a defect of the
 * sender.
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
  // If a job sends another job, the cause is in the context.
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

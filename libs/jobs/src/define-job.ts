import { z } from "zod";

/**
 * The queues; the worker service of the same name consumes each. The media worker has a second one for
 * videos, so that no image waits for one.
 */
export const queueNames = ["media", "media-slow", "mail", "payment", "webhook"] as const;

export type QueueName = (typeof queueNames)[number];

/** The agreement of sender and worker on a job. */
export interface JobContract<
  Name extends string = string,
  Queue extends QueueName = QueueName,
  Payload extends z.ZodType<object> = z.ZodType<object>,
> {
  /** `<queue>.<verb>-<noun>`; it is stored, so it never changes. */
  readonly name: Name;
  readonly queue: Queue;
  /** Strict, with ids only: the row has the facts. */
  readonly payload: Payload;
  /** Runs within one try of the outbox; afterwards the outbox sends the job again. */
  readonly attempts: number;
  /** Pause before the second run; doubled with each run, with jitter. */
  readonly backoffMs: number;
}

/**
 * Declares a job, in the file of its service in `contracts/`. Defaults: 8 attempts, a pause of 2 s
 * (docs/reliability.md#queue-settings).
 */
export const defineJob = <
  const Name extends string,
  const Queue extends QueueName,
  Payload extends z.ZodType<object>,
>(
  contract: Pick<JobContract<Name, Queue, Payload>, "name" | "queue" | "payload"> &
    Partial<JobContract<Name, Queue, Payload>>,
): JobContract<Name, Queue, Payload> => ({ attempts: 8, backoffMs: 2_000, ...contract });

/** The id of a row (`bigint`) in JSON. */
export const rowId = z.string().regex(/^[1-9]\d{0,18}$/);

import type { z } from "zod";

/**
 * The queues; each is consumed by one worker service of the same name. The media worker has a second
 * one for films, so that no image waits behind a transcode.
 */
export const queueNames = ["media", "media-slow", "mail", "payment", "webhook"] as const;

export type QueueName = (typeof queueNames)[number];

/** What sender and worker of a job agree on. */
export interface JobContract<
  Name extends string = string,
  Queue extends QueueName = QueueName,
  Payload extends z.ZodType<object> = z.ZodType<object>,
> {
  /** `<queue>.<verb>-<noun>`; it is stored, so that it never changes. */
  readonly name: Name;
  readonly queue: Queue;
  /** Strict, and ids only: the row is the truth, the job only says "look". */
  readonly payload: Payload;
  /** Runs within one try of the outbox, which sends again when they are used up. */
  readonly attempts: number;
  /** Pause before the second run; doubled with each run, and spread by chance. */
  readonly backoffMs: number;
}

/** Declares a job; one file in `contracts/` each. Attempts default to 8 and the pause to 2 s (reliability section 8). */
export const defineJob = <
  const Name extends string,
  const Queue extends QueueName,
  Payload extends z.ZodType<object>,
>(
  contract: Pick<JobContract<Name, Queue, Payload>, "name" | "queue" | "payload"> &
    Partial<JobContract<Name, Queue, Payload>>,
): JobContract<Name, Queue, Payload> => ({ attempts: 8, backoffMs: 2_000, ...contract });

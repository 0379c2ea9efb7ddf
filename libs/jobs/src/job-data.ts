import { z } from "zod";

/** A job in its queue, with the payload of its contract. */
export const jobData = z.strictObject({
  /** A `bigint`: any other text would break the statement that it shares with others. */
  outboxId: z.string().regex(/^\d{1,18}$/),
  /** The try of the outbox that sent it. */
  tries: z.number().int().min(1),
  requestId: z.string().optional(),
  payload: z.unknown(),
});

export type JobData = z.output<typeof jobData>;

/**
 * BullMQ drops a second job with the id of a kept one, also of a failed one, so the id has the try. It
 * refuses `:` and bare numbers.
 */
export const jobIdOf = (outboxId: string, tries: number): string => `ob-${outboxId}-${tries}`;

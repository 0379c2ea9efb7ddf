import { z } from "zod";

/** What a job carries in its queue, around the payload of its contract. */
export const jobData = z.strictObject({
  /** A `bigint`: one that is none would spoil the statement it shares with others. */
  outboxId: z.string().regex(/^\d{1,18}$/),
  /** The try of the outbox that sent it. */
  tries: z.number().int().min(1),
  requestId: z.string().optional(),
  payload: z.unknown(),
});

export type JobData = z.output<typeof jobData>;

/**
 * BullMQ takes a second job with the id of a kept one for the same, a failed one too: so the id
 * carries the try. It refuses `:` and bare numbers.
 */
export const jobIdOf = (outboxId: string, tries: number): string => `ob-${outboxId}-${tries}`;

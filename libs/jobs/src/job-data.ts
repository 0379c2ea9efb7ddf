import { z } from "zod";

/** A job in its queue, with the payload of its contract. */
export const jobData = z.strictObject({
  /** A `bigint`. Any other text would fail the statement that it shares with other jobs. */
  outboxId: z.string().regex(/^\d{1,18}$/),
  tries: z.number().int().min(1),
  requestId: z.string().optional(),
  payload: z.unknown(),
});

export type JobData = z.output<typeof jobData>;

/**
 * The id of a job in its queue, with its try: BullMQ drops a job with the id of another, even of a
 * failed one. It refuses `:` and bare numbers.
 */
export const jobIdOf = (outboxId: string, tries: number): string => `ob-${outboxId}-${tries}`;

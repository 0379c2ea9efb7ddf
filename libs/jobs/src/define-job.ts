import type { z } from "zod";

/**
 * The worker of the same name consumes each. That of media has a second queue for videos, so that
 * images do not wait for them.
 */
export const queueNames = ["media", "media-slow", "mail", "payment", "webhook"] as const;

export type QueueName = (typeof queueNames)[number];

/** The contract of a job between its sender and its worker. */
export interface JobContract<
  Name extends string = string,
  Queue extends QueueName = QueueName,
  Payload extends z.ZodType<object> = z.ZodType<object>,
> {
  /** Has the form `<queue>.<verb>-<noun>`. Names are stored, so they never change. */
  readonly name: Name;
  readonly queue: Queue;
  /** A strict schema that contains only ids. The worker reads other data from the row. */
  readonly payload: Payload;
}

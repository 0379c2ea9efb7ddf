import type { z } from "zod";

/** Each is consumed by the worker of its name. Images do not wait in the queue of videos. */
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

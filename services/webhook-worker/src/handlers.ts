import type { Handlers } from "@polls/jobs";
import type { WebhookDeps } from "./deps";
import { deliver } from "./processors/deliver";

/** One handler for each job of the queue; the compiler names those that lack. */
export const handlers: Handlers<"webhook", WebhookDeps> = {
  "webhook.deliver": deliver,
};

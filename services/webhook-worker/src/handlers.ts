import type { Handlers } from "@polls/jobs";
import type { WebhookDeps } from "./deps";
import { deliver } from "./processors/deliver";

/** The handlers of the queue. */
export const handlers: Handlers<"webhook", WebhookDeps> = {
  "webhook.deliver": deliver,
};

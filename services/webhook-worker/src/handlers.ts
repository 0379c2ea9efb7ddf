import type { Handlers } from "@polls/jobs";
import type { WebhookDeps } from "./deps";
import { deliver } from "./processors/deliver";

export const handlers: Handlers<"webhook", WebhookDeps> = {
  "webhook.deliver": deliver,
};

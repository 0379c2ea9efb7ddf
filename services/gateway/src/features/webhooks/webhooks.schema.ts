import { entry } from "@polls/domain/input";
import { webhookEventTypes } from "@polls/domain/webhooks";
import { z } from "zod";

/** Longest address, in characters. */
export const URL_MAX = 2_048;

const EventType = z
  .enum(webhookEventTypes as [string, ...string[]])
  .meta({ id: "WebhookEventType", description: "What happened to a poll." });

export const CreateWebhookBody = z
  .strictObject({
    webhook: z
      .strictObject({
        url: entry(URL_MAX).describe(
          "Where events are sent: an `https://` address of the public internet.",
        ),
        events: z
          .array(z.enum(webhookEventTypes))
          .min(1)
          .optional()
          .describe("Which events are sent. Default: all that there are now."),
        poll_id: entry()
          .optional()
          .describe(
            "A hash of the one poll whose events are sent. Default: all polls of the account or organization.",
          ),
      })
      .describe("The webhook."),
  })
  .meta({ id: "CreateWebhook", description: "A new webhook; it cannot be changed later." });

const shared = {
  id: z.string().describe("Public id of the webhook."),
  url: z.string().describe("Where events are sent."),
  events: z.array(EventType).describe("Which events are sent."),
  poll_id: z
    .string()
    .optional()
    .describe("The poll whose events are sent; absent: all polls of the account or organization."),
  status: z.enum(["on", "off"]).describe("Whether events are sent."),
  switched_off_because: z
    .enum(["gone", "failing"])
    .optional()
    .describe("Why it is off: the address answered 410, or no delivery succeeded for three days."),
  failing_since: z.iso
    .datetime()
    .optional()
    .describe("Since when no attempt has succeeded; absent: the last one did."),
  created_at: z.iso.datetime().describe("When the webhook was made."),
};

export const WebhookResponse = z
  .strictObject(shared)
  .meta({ id: "Webhook", description: "An address that gets events of polls." });

export const NewWebhookResponse = z
  .strictObject({
    ...shared,
    secret: z.string().describe("What events are signed with, in this answer and never again."),
  })
  .meta({ id: "NewWebhook", description: "A webhook as it is made, with its secret." });

export const RolledWebhookResponse = NewWebhookResponse.extend({
  previous_secret_until: z.iso.datetime().describe("Until when the secret before signs too."),
}).meta({ id: "RolledWebhook", description: "A webhook with its new secret." });

export const DeliveryResponse = z
  .strictObject({
    id: z.string().describe("Public id of the delivery."),
    event: z
      .strictObject({
        id: z.string().describe("The id of the event, which its body and `webhook-id` carry."),
        type: EventType.describe("What happened."),
      })
      .describe("What is delivered."),
    status: z
      .enum(["pending", "delivered", "failed"])
      .describe("`pending` while there are attempts to come; then what became of it."),
    attempts: z.int().describe("How many attempts there were."),
    response_status: z
      .int()
      .optional()
      .describe("The status of the last answer; absent: there was none."),
    problem: z.string().optional().describe("Why there was no answer, or no attempt."),
    last_attempt_at: z.iso.datetime().optional().describe("When the last attempt was made."),
    next_attempt_at: z.iso
      .datetime()
      .optional()
      .describe("When the next attempt is made; absent: there will be none."),
    created_at: z.iso.datetime().describe("When the event happened."),
  })
  .meta({ id: "WebhookDelivery", description: "An event on its way to a webhook." });

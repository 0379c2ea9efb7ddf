import { entry, ignored } from "@polls/domain/input";
import { pollEventTypes, webhookEventTypes } from "@polls/domain/webhooks";
import { z } from "zod";

/** Longest address, in characters. */
export const URL_MAX = 2_048;

const EventType = z
  .enum(pollEventTypes as [string, ...string[]])
  .meta({ id: "WebhookEventType", description: "What happened to a poll." });

const DeliveredType = z
  .enum(webhookEventTypes as [string, ...string[]])
  .meta({ id: "DeliveredEventType", description: "What is told: an event of a poll, or a test." });

const url = entry(URL_MAX).describe(
  "Where events are sent: an `https://` address of the public internet.",
);
const events = z.array(z.enum(pollEventTypes)).min(1).optional();
const status = z.enum(["on", "off"]);

export const CreateWebhookBody = z
  .strictObject({
    webhook: z
      .strictObject({
        url,
        events: events.describe("Which events are sent. Default: all that there are now."),
        poll_id: entry()
          .optional()
          .describe(
            "A hash of the one poll whose events are sent. Default: all polls of the account or organization.",
          ),
      })
      .describe("The webhook."),
  })
  .meta({ id: "CreateWebhook", description: "A new webhook." });

export const UpdateWebhookBody = z
  .strictObject({
    webhook: z
      .strictObject({
        url: url.optional(),
        events: events.describe("Which events are sent, all of them."),
        status: status
          .optional()
          .describe("`off` sends nothing until it is `on` again, which clears `failing_since`."),
        ...ignored(["id", "poll_id", "switched_off_because", "failing_since", "created_at"]),
      })
      .describe("What changes; what is left out stays."),
  })
  .meta({ id: "UpdateWebhook", description: "A change of a webhook." });

/** Why a webhook is off (docs/reference/webhooks.md#switching-off). */
export const switchOffReasons = ["gone", "failing", "owner"] as const;

const shared = {
  id: z.string().describe("Public id of the webhook."),
  url: z.string().describe("Where events are sent."),
  events: z.array(EventType).describe("Which events are sent."),
  poll_id: z
    .string()
    .optional()
    .describe("The poll whose events are sent; absent: all polls of the account or organization."),
  status: status.describe("Whether events are sent."),
  switched_off_because: z
    .enum(switchOffReasons)
    .optional()
    .describe(
      "Why it is off: the address answered 410, no delivery succeeded for three days, or its owner switched it off.",
    ),
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
        type: DeliveredType.describe("What happened."),
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

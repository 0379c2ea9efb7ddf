import { absentOrNull, cutAbove, entry, ignored } from "@polls/domain/input";
import { pollEventTypes, webhookEventTypes } from "@polls/domain/webhooks";
import { z } from "zod";
import { field, named, object } from "../../http/replies/schema-parts";

export const URL_MAX = 2_048;

const EventType = z
  .enum(pollEventTypes as [string, ...string[]])
  .meta({ id: "WebhookEventType", description: "The type of an event of a poll." });

const DeliveredType = z.enum(webhookEventTypes as [string, ...string[]]).meta({
  id: "DeliveredEventType",
  description: "The type of a delivery: an event of a poll, or a test.",
});

const url = entry(URL_MAX).describe(
  "The URL to which events are sent. It must begin with `https://` and be on the public internet.",
);
const events = z.preprocess(
  cutAbove(pollEventTypes.length),
  z.array(z.enum(pollEventTypes)).min(1).max(pollEventTypes.length),
);
const status = z.enum(["on", "off"]);

export const CreateWebhookBody = named("CreateWebhook", "A new webhook.", {
  webhook: object("The webhook.", {
    url,
    events: absentOrNull(events).describe("The events to send. Default: all that exist now."),
    poll_id: absentOrNull(entry()).describe(
      "A hash of the only poll whose events are sent. Default: all polls of the account or organization.",
    ),
  }),
});

export const UpdateWebhookBody = named("UpdateWebhook", "A change of a webhook.", {
  webhook: object("The fields to change. Absent fields stay the same.", {
    url: url.optional(),
    events: events.optional().describe("The complete list of events to send."),
    status: status
      .optional()
      .describe("`off` sends no events until it is `on` again, which clears `failing_since`."),
    ...ignored(["id", "poll_id", "switched_off_because", "failing_since", "created_at"]),
  }),
});

/** The reasons why a webhook is off (docs/reference/webhooks.md#switching-off). */
export const switchOffReasons = ["gone", "failing", "owner"] as const;

const shared = {
  id: field.text("Public id of the webhook."),
  url: field.text("The URL to which events are sent."),
  events: z.array(EventType).describe("The events that are sent."),
  poll_id: field
    .text("The poll whose events are sent; absent: all polls of the account or organization.")
    .optional(),
  status: status.describe("Whether events are sent."),
  switched_off_because: z
    .enum(switchOffReasons)
    .optional()
    .describe(
      "Why the webhook is off: the URL responded with 410, no delivery succeeded for three days, or its owner switched it off.",
    ),
  failing_since: field
    .time("The time since which no attempt has succeeded; absent: the last attempt succeeded.")
    .optional(),
  created_at: field.time("When the webhook was created."),
};

export const WebhookResponse = named("Webhook", "A URL that gets events of polls.", shared);

export const NewWebhookResponse = named("NewWebhook", "A new webhook, with its secret.", {
  ...shared,
  secret: field.text("The secret that signs events. Only this response contains it."),
});

export const RolledWebhookResponse = NewWebhookResponse.extend({
  previous_secret_until: field.time("Until when the previous secret also signs events."),
}).meta({ id: "RolledWebhook", description: "A webhook with its new secret." });

export const DeliveryResponse = named("WebhookDelivery", "The delivery of an event to a webhook.", {
  id: field.text("Public id of the delivery."),
  event: object("The event that is delivered.", {
    id: field.text("The id of the event. It is in the body and in `webhook-id`."),
    type: DeliveredType.describe("What happened."),
  }),
  status: z
    .enum(["pending", "delivered", "failed"])
    .describe("`pending` while there are attempts to come; then the result."),
  attempts: field.whole("The number of attempts so far."),
  response_status: field
    .whole("The status of the last response; absent: there was none.")
    .optional(),
  problem: field.text("Why there was no response, or no attempt.").optional(),
  last_attempt_at: field.time("When the last attempt was made.").optional(),
  next_attempt_at: field.time("When the next attempt is made; absent: there is none.").optional(),
  created_at: field.time("When the event happened."),
});

import { entry } from "@polls/domain/input";
import { webhookEventTypes } from "@polls/domain/webhooks";
import { z } from "zod";

/** Longest address, in characters. */
export const URL_MAX = 2_048;

const EventType = z.enum(webhookEventTypes as [string, ...string[]]);

export const CreateWebhookBody = z
  .strictObject({
    webhook: z.strictObject({
      url: entry(URL_MAX).describe("Where events are sent: an https address"),
      events: z
        .array(z.enum(webhookEventTypes))
        .min(1)
        .optional()
        .describe("Types of events; without it all that there are now"),
      poll_id: entry()
        .optional()
        .describe("A hash of one poll of the account or organization; without it all of them"),
    }),
  })
  .meta({ id: "CreateWebhook" });

const shared = {
  id: z.string(),
  url: z.string(),
  events: z.array(EventType),
  poll_id: z.string().optional().describe("Absent: all polls of the account or organization"),
  status: z.enum(["on", "off"]),
  switched_off_because: z
    .enum(["gone", "failing"])
    .optional()
    .describe("The endpoint answered 410, or nothing has succeeded for days"),
  failing_since: z.iso.datetime().optional().describe("Since when no attempt has succeeded"),
  created_at: z.iso.datetime(),
};

export const WebhookResponse = z.strictObject(shared).meta({ id: "Webhook" });

export const NewWebhookResponse = z
  .strictObject({
    ...shared,
    secret: z
      .string()
      .meta({ description: "What events are signed with, in this answer and never again." }),
  })
  .meta({ id: "NewWebhook" });

export const RolledWebhookResponse = NewWebhookResponse.extend({
  previous_secret_until: z.iso.datetime().describe("Until then the secret before signs too"),
}).meta({ id: "RolledWebhook" });

export const DeliveryResponse = z
  .strictObject({
    id: z.string(),
    event: z.strictObject({ id: z.string(), type: EventType }),
    status: z.enum(["pending", "delivered", "failed"]),
    attempts: z.int(),
    response_status: z.int().optional().describe("What the endpoint answered last"),
    problem: z.string().optional().describe("Why there was no answer, or no attempt"),
    last_attempt_at: z.iso.datetime().optional(),
    next_attempt_at: z.iso.datetime().optional().describe("Absent: there will be none"),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "WebhookDelivery" });

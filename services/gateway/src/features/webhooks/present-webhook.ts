import type { z } from "zod";
import type { ListedDelivery } from "./deliveries";
import type { ListedWebhook } from "./own-webhooks";
import type { DeliveryResponse, switchOffReasons, WebhookResponse } from "./webhooks.schema";

type Reason = (typeof switchOffReasons)[number];

export const presentWebhook = ({
  webhook,
  pollHash,
}: ListedWebhook): z.input<typeof WebhookResponse> => ({
  id: webhook.publicId,
  url: webhook.url,
  events: webhook.events,
  ...(pollHash === undefined ? {} : { poll_id: pollHash }),
  status: webhook.switchedOffAt === null ? "on" : "off",
  ...(webhook.switchedOffBecause === null
    ? {}
    : { switched_off_because: webhook.switchedOffBecause as Reason }),
  ...(webhook.failingSince === null ? {} : { failing_since: webhook.failingSince.toISOString() }),
  created_at: webhook.createdAt.toISOString(),
});

type State = z.input<typeof DeliveryResponse>["status"];

export const presentDelivery = (delivery: ListedDelivery): z.input<typeof DeliveryResponse> => ({
  id: delivery.publicId,
  event: { id: delivery.event.publicId, type: delivery.event.type },
  // A constraint of the database allows the same three states.
  status: delivery.state as State,
  attempts: delivery.attempts,
  ...(delivery.responseStatus === null ? {} : { response_status: delivery.responseStatus }),
  ...(delivery.problem === null ? {} : { problem: delivery.problem }),
  ...(delivery.lastAttemptAt === null
    ? {}
    : { last_attempt_at: delivery.lastAttemptAt.toISOString() }),
  ...(delivery.nextAttemptAt === null
    ? {}
    : { next_attempt_at: delivery.nextAttemptAt.toISOString() }),
  created_at: delivery.createdAt.toISOString(),
});

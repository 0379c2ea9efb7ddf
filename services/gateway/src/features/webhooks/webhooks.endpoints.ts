import { z } from "zod";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import { othersOf } from "../../http/routing/for-shard";
import { createWebhook } from "./create-webhook";
import { type ListedDelivery, listDeliveries, redeliver, sendTest } from "./deliveries";
import { deleteWebhook, findWebhook, type ListedWebhook, listWebhooks } from "./own-webhooks";
import { rollSecret, updateWebhook } from "./update-webhook";
import { shardOfDelivery, shardOfNewWebhook, shardOfWebhook } from "./webhook-shard";
import {
  CreateWebhookBody,
  DeliveryResponse,
  NewWebhookResponse,
  RolledWebhookResponse,
  type switchOffReasons,
  UpdateWebhookBody,
  WebhookResponse,
} from "./webhooks.schema";

const PER_PAGE = 20;
const endpoint = endpointsOf({ tag: "Webhooks", auth: "private" });
const path = "/api/v1/webhooks";

/** Webhooks of the account or organization, and their deliveries (docs/reference/webhooks.md#endpoints). */
export const webhookEndpoints = [
  endpoint({
    run: "transaction",
    id: "webhooks.create",
    method: "post",
    path,
    summary: "Create a webhook",
    description:
      "Creates a webhook, which gets events at its URL. Only this response contains the secret that signs them.",
    body: CreateWebhookBody,
    responses: { 201: NewWebhookResponse },
    shard: ({ body }, { shards }) => shardOfNewWebhook(body.sent, shards),
    handle: async ({ actor, body, tx, now }, { config }) => {
      const { url, events, poll_id: pollHash } = body.read().webhook;
      const made = await createWebhook(tx, { actor, url, events, pollHash, now }, config);
      return reply(201, { ...presentWebhook(made), secret: made.secret });
    },
  }),
  endpoint({
    run: "snapshot",
    id: "webhooks.list",
    path,
    summary: "List the webhooks of the account or organization, newest first",
    description:
      "Lists the webhooks of the account, or with `organization_id` those of the organization.",
    query: pagingQuery(PER_PAGE),
    responses: { 200: z.array(WebhookResponse) },
    handle: async ({ actor, query, address }, { db, shards }) => {
      const page = readPage(query, PER_PAGE);
      const { webhooks, total } = await listWebhooks([db, ...othersOf(shards)], actor, page);
      return reply(200, webhooks.map(presentWebhook), pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "snapshot",
    id: "webhooks.show",
    path: `${path}/:id`,
    summary: "Show a webhook",
    description: "Shows a webhook without its secret.",
    responses: { 200: WebhookResponse },
    shard: (input, { shards }) => shardOfWebhook(input, shards),
    handle: async ({ actor, params }, { db }) =>
      reply(200, presentWebhook(await findWebhook(db, actor, params.id))),
  }),
  endpoint({
    run: "transaction",
    id: "webhooks.update",
    method: "patch",
    path: `${path}/:id`,
    summary: "Change the URL or the events of a webhook, or switch it on or off",
    description:
      "Changes a webhook. Its secret and its poll cannot be changed. When it is switched on again, its earlier failures do not count.",
    body: UpdateWebhookBody,
    responses: { 200: WebhookResponse },
    shard: (input, { shards }) => shardOfWebhook(input, shards),
    handle: async ({ actor, params, body, tx, now }, { config }) => {
      const { url, events, status } = body.read().webhook;
      const target = { actor, id: params.id, now };
      const change = { url, events, status };
      const { unchanged, ...changed } = await updateWebhook(tx, target, change, config);
      return { ...reply(200, presentWebhook(changed)), unchanged };
    },
  }),
  endpoint({
    run: "transaction",
    id: "webhooks.test",
    method: "post",
    path: `${path}/:id/test`,
    summary: "Send a test event to a webhook",
    description:
      "Sends the event `webhook.test` to the webhook, signed and retried like any other event. The webhook needs no subscription to it.",
    responses: { 202: DeliveryResponse },
    shard: (input, { shards }) => shardOfWebhook(input, shards),
    handle: async ({ actor, params, tx, now }, { rateLimiter }) => {
      const target = { webhookId: params.id, now };
      return reply(202, presentDelivery(await sendTest(tx, actor, target, rateLimiter)));
    },
  }),
  endpoint({
    run: "transaction",
    id: "webhooks.secret.roll",
    method: "post",
    path: `${path}/:id/secret`,
    summary: "Replace the secret of a webhook",
    description:
      "Creates a new secret. Only this response contains it. For a day, events have signatures of both the new and the previous secret.",
    responses: { 201: RolledWebhookResponse },
    shard: (input, { shards }) => shardOfWebhook(input, shards),
    handle: async ({ actor, params, tx, now }, { config }) => {
      const rolled = await rollSecret(tx, { actor, id: params.id, now }, config);
      return reply(201, {
        ...presentWebhook(rolled),
        secret: rolled.secret,
        previous_secret_until: rolled.previousUntil.toISOString(),
      });
    },
  }),
  endpoint({
    run: "transaction",
    id: "webhooks.delete",
    method: "delete",
    path: `${path}/:id`,
    summary: "Delete a webhook",
    description: "Deletes a webhook. No more events are sent to it.",
    responses: { 204: null },
    shard: (input, { shards }) => shardOfWebhook(input, shards),
    handle: async ({ actor, params, tx, now }) => {
      await deleteWebhook(tx, actor, params.id, now);
      return reply(204);
    },
  }),
  endpoint({
    run: "snapshot",
    id: "webhooks.deliveries.list",
    path: `${path}/:id/deliveries`,
    summary: "List the deliveries of a webhook, newest first",
    description: "Lists the deliveries of the last three days.",
    query: pagingQuery(PER_PAGE),
    responses: { 200: z.array(DeliveryResponse) },
    handle: async ({ actor, params, query, address }, { db, shards }) => {
      const page = readPage(query, PER_PAGE);
      const { deliveries, total } = await listDeliveries(
        [db, ...othersOf(shards)],
        ...([actor, params.id, page] as const),
      );
      return reply(200, deliveries.map(presentDelivery), pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "transaction",
    id: "webhooks.deliveries.redeliver",
    method: "post",
    path: `${path}/:id/deliveries/:delivery_id/redeliver`,
    summary: "Send an event again",
    description: "Sends an event again at once, with the same id. Its retries start again.",
    responses: { 202: DeliveryResponse },
    shard: (input, { shards }) => shardOfDelivery(input, shards),
    handle: async ({ actor, params, tx, now }, { rateLimiter }) => {
      const target = { webhookId: params.id, deliveryId: params.delivery_id, now };
      return reply(202, presentDelivery(await redeliver(tx, actor, target, rateLimiter)));
    },
  }),
];

type Reason = (typeof switchOffReasons)[number];

const presentWebhook = ({ webhook, pollHash }: ListedWebhook): z.input<typeof WebhookResponse> => ({
  id: webhook.publicId,
  url: webhook.url,
  events: webhook.events,
  poll_id: pollHash,
  status: webhook.switchedOffAt === null ? "on" : "off",
  switched_off_because: (webhook.switchedOffBecause ?? undefined) as Reason | undefined,
  failing_since: webhook.failingSince?.toISOString(),
  created_at: webhook.createdAt.toISOString(),
});

type State = z.input<typeof DeliveryResponse>["status"];

const presentDelivery = (delivery: ListedDelivery): z.input<typeof DeliveryResponse> => ({
  id: delivery.publicId,
  event: { id: delivery.event.publicId, type: delivery.event.type },
  // A constraint of the database allows the same three states.
  status: delivery.state as State,
  attempts: delivery.attempts,
  response_status: delivery.responseStatus ?? undefined,
  problem: delivery.problem ?? undefined,
  last_attempt_at: delivery.lastAttemptAt?.toISOString(),
  next_attempt_at: delivery.nextAttemptAt?.toISOString(),
  created_at: delivery.createdAt.toISOString(),
});

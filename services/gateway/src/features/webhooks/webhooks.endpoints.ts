import { z } from "zod";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { readEndpoint, writeEndpoint } from "../../http/routing/endpoint";
import { createWebhook } from "./create-webhook";
import { listDeliveries, redeliver, sendTest } from "./deliveries";
import { deleteWebhook, findWebhook, listWebhooks } from "./own-webhooks";
import { presentDelivery, presentWebhook } from "./present-webhook";
import { rollSecret } from "./roll-secret";
import { updateWebhook } from "./update-webhook";
import {
  CreateWebhookBody,
  DeliveryResponse,
  NewWebhookResponse,
  RolledWebhookResponse,
  UpdateWebhookBody,
  WebhookResponse,
} from "./webhooks.schema";

const PER_PAGE = 20;
const tag = "Webhooks";
const path = "/api/v1/webhooks";

/** Webhooks of the account or organization, and their deliveries (docs/reference/webhooks.md#endpoints). */
export const webhookEndpoints = [
  writeEndpoint({
    id: "webhooks.create",
    method: "post",
    path,
    summary: "Have events sent to an address; the secret they are signed with is told this once",
    description: "Makes a webhook. The answer shows its secret this once.",
    tag,
    auth: "private",
    body: CreateWebhookBody,
    responses: { 201: NewWebhookResponse },
    handle: async ({ actor, body, tx, now }, { config }) => {
      const { url, events, poll_id: pollHash } = body().webhook;
      const made = await createWebhook(tx, { actor, url, events, pollHash, now }, config);
      return reply(201, { ...presentWebhook(made), secret: made.secret });
    },
  }),
  readEndpoint({
    id: "webhooks.list",
    path,
    summary: "List the webhooks of the account or organization, newest first",
    description:
      "Lists the webhooks of the account, or with `organization_id` those of the organization.",
    tag,
    auth: "private",
    query: pagingQuery(PER_PAGE),
    responses: { 200: z.array(WebhookResponse) },
    handle: async ({ actor, query, address }, { db }) => {
      const page = readPage(query, PER_PAGE);
      const { webhooks, total } = await listWebhooks(db, actor, page);
      return reply(200, webhooks.map(presentWebhook), pageHeaders(page, total, address));
    },
  }),
  readEndpoint({
    id: "webhooks.show",
    path: `${path}/:id`,
    summary: "Show a webhook",
    description: "Shows a webhook without its secret.",
    tag,
    auth: "private",
    responses: { 200: WebhookResponse },
    handle: async ({ actor, params }, { db }) =>
      reply(200, presentWebhook(await findWebhook(db, actor, params.id ?? ""))),
  }),
  writeEndpoint({
    id: "webhooks.update",
    method: "patch",
    path: `${path}/:id`,
    summary: "Change the address or the events of a webhook, or switch it on or off",
    description:
      "Changes a webhook. Its secret and its poll stay. Switched on again, it begins without a history of failures.",
    tag,
    auth: "private",
    body: UpdateWebhookBody,
    responses: { 200: WebhookResponse },
    handle: async ({ actor, params, body, tx, now }, { config }) => {
      const { url, events, status } = body().webhook;
      const asked = { actor, id: params.id ?? "", now };
      const changed = await updateWebhook(tx, asked, { url, events, status }, config);
      return reply(200, presentWebhook(changed));
    },
  }),
  writeEndpoint({
    id: "webhooks.test",
    method: "post",
    path: `${path}/:id/test`,
    summary: "Send a test to a webhook, now",
    description:
      "Sends an event `webhook.test` to the webhook, signed and repeated as any other. Webhooks need no subscription to it.",
    tag,
    auth: "private",
    responses: { 202: DeliveryResponse },
    handle: async ({ actor, params, tx, now }, { rateLimiter }) => {
      const asked = { webhookId: params.id ?? "", now };
      return reply(202, presentDelivery(await sendTest(tx, actor, asked, rateLimiter)));
    },
  }),
  writeEndpoint({
    id: "webhooks.secret.roll",
    method: "post",
    path: `${path}/:id/secret`,
    summary: "Roll the secret of a webhook; the one before signs too for a day",
    description:
      "Makes a new secret, which the answer shows this once. For a day events carry a signature of each of both secrets.",
    tag,
    auth: "private",
    responses: { 201: RolledWebhookResponse },
    handle: async ({ actor, params, tx, now }, { config }) => {
      const rolled = await rollSecret(tx, { actor, id: params.id ?? "", now }, config);
      return reply(201, {
        ...presentWebhook(rolled),
        secret: rolled.secret,
        previous_secret_until: rolled.previousUntil.toISOString(),
      });
    },
  }),
  writeEndpoint({
    id: "webhooks.delete",
    method: "delete",
    path: `${path}/:id`,
    summary: "Delete a webhook; nothing is sent to it any more",
    description: "Deletes a webhook. Nothing is sent to it any more.",
    tag,
    auth: "private",
    responses: { 204: null },
    handle: async ({ actor, params, tx, now }) => {
      await deleteWebhook(tx, actor, params.id ?? "", now);
      return reply(204);
    },
  }),
  readEndpoint({
    id: "webhooks.deliveries.list",
    path: `${path}/:id/deliveries`,
    summary: "List what was sent to a webhook in the last days, newest first",
    description: "Lists what was sent to a webhook in the last three days.",
    tag,
    auth: "private",
    query: pagingQuery(PER_PAGE),
    responses: { 200: z.array(DeliveryResponse) },
    handle: async ({ actor, params, query, address }, { db }) => {
      const page = readPage(query, PER_PAGE);
      const { deliveries, total } = await listDeliveries(db, actor, params.id ?? "", page);
      return reply(200, deliveries.map(presentDelivery), pageHeaders(page, total, address));
    },
  }),
  writeEndpoint({
    id: "webhooks.deliveries.redeliver",
    method: "post",
    path: `${path}/:id/deliveries/:delivery_id/redeliver`,
    summary: "Send an event again, now",
    description: "Sends an event again at once, with the same id; its retries start again.",
    tag,
    auth: "private",
    responses: { 202: DeliveryResponse },
    handle: async ({ actor, params, tx, now }, { rateLimiter }) => {
      const asked = { webhookId: params.id ?? "", deliveryId: params.delivery_id ?? "", now };
      return reply(202, presentDelivery(await redeliver(tx, actor, asked, rateLimiter)));
    },
  }),
];

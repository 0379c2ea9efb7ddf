import {
  type Prisma,
  type PrismaQueryable,
  type PrismaTransaction,
  restartDelivery,
} from "@polls/db";
import type { Actor } from "@polls/domain/access";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { deliverWebhook } from "@polls/jobs";
import { deliveryRank, noteTest, send } from "@polls/jobs/outbox";
import { type RateLimiter, spend } from "../../http/limits/rate-limit";
import { offsetOf, type Page } from "../../http/replies/pagination";
import { findWebhook, type WebhookRow } from "./own-webhooks";

const withEvent = {
  event: { select: { publicId: true, type: true } },
} as const satisfies Prisma.WebhookDeliveryInclude;

/** A delivery with its event. */
export type ListedDelivery = Prisma.WebhookDeliveryGetPayload<{ include: typeof withEvent }>;

/** One page of the deliveries of a webhook, newest first. */
export async function listDeliveries(
  queryable: PrismaQueryable,
  actor: Actor,
  webhookPublicId: string,
  page: Page,
): Promise<{ readonly deliveries: readonly ListedDelivery[]; readonly total: number }> {
  const { webhook } = await findWebhook(queryable, actor, webhookPublicId);
  const where = { webhookId: webhook.id };
  return {
    deliveries: await queryable.prisma.webhookDelivery.findMany({
      where,
      include: withEvent,
      // In the order of the index.
      orderBy: { eventId: "desc" },
      skip: offsetOf(page),
      take: page.perPage,
    }),
    total: await queryable.prisma.webhookDelivery.count({ where }),
  };
}

/** Starts a new round of attempts of a delivery, in any state. 422 if the webhook is switched off. */
export async function redeliver(
  tx: PrismaTransaction,
  actor: Actor,
  { webhookId, deliveryId, now }: Redelivery,
  limiter: RateLimiter,
): Promise<ListedDelivery> {
  const { webhook } = await findWebhook(tx, actor, webhookId);
  requireOn(webhook);
  limitAskedDeliveries(actor, webhook, limiter);
  const restart = { webhookId: webhook.id, publicId: deliveryId, now };
  const due = await restartDelivery(tx, restart);
  if (due === undefined) throw new NotFound("Delivery");
  const { id, attempt } = due;
  const rank = deliveryRank(webhook.failingSince !== null);
  await send(tx, deliverWebhook, { deliveryId: String(id), attempt }, { rank });
  return tx.prisma.webhookDelivery.findUniqueOrThrow({ where: { id }, include: withEvent });
}

/** Sends a test event to a webhook, which needs no subscription to it. 422 if it is switched off. */
export async function sendTest(
  tx: PrismaTransaction,
  actor: Actor,
  { webhookId, now }: Omit<Redelivery, "deliveryId">,
  limiter: RateLimiter,
): Promise<ListedDelivery> {
  const { webhook } = await findWebhook(tx, actor, webhookId);
  requireOn(webhook);
  limitAskedDeliveries(actor, webhook, limiter);
  const { id: recipient, publicId, failingSince } = webhook;
  const id = await noteTest(tx, { id: recipient, publicId, behind: failingSince !== null }, now);
  return tx.prisma.webhookDelivery.findUniqueOrThrow({ where: { id }, include: withEvent });
}

function requireOn({ switchedOffAt }: WebhookRow): void {
  if (switchedOffAt === null) return;
  throw new Invalid({ base: ["The webhook is switched off"] }, "webhook_switched_off");
}

/** Deliveries and tests that an account asks for in a minute: for the webhooks of one poll, or of all; and in all. */
const ASKED_MAX = 10;
const ASKED_BY_ACCOUNT_MAX = 30;

/** Counts for the account, so that a new webhook or organization has no budget of its own. */
function limitAskedDeliveries(
  { accountId }: Actor,
  { pollId }: WebhookRow,
  limiter: RateLimiter,
): void {
  const key = `webhooks:${accountId}`;
  spend(limiter, { key, limit: ASKED_BY_ACCOUNT_MAX }, "too_many_deliveries");
  const ofPoll = `${key}:${pollId ?? "all"}`;
  spend(limiter, { key: ofPoll, limit: ASKED_MAX }, "too_many_deliveries");
}

interface Redelivery {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly now: Date;
}

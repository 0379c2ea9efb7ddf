import type { Prisma } from "@polls/db/connection";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { restartDelivery } from "@polls/db/webhooks";
import type { Actor } from "@polls/domain/access";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { deliverWebhook } from "@polls/jobs";
import { deliveryRank, noteTest, send } from "@polls/jobs/outbox";
import { type RateLimiter, spend } from "../../http/limits/rate-limit";
import { type ListPage, offsetOf } from "../../http/replies/pagination";
import { findWebhook, type WebhookRow } from "./own-webhooks";

const withEvent = {
  event: { select: { publicId: true, type: true } },
} as const satisfies Prisma.WebhookDeliveryInclude;

export type ListedDelivery = Prisma.WebhookDeliveryGetPayload<{ include: typeof withEvent }>;

/** One page of the deliveries of a webhook, newest first. A webhook of all polls has some on each shard. */
export async function listDeliveries(
  shards: readonly [PrismaQueryable, ...PrismaQueryable[]],
  actor: Actor,
  webhookPublicId: string,
  page: ListPage,
): Promise<{ readonly deliveries: readonly ListedDelivery[]; readonly total: number }> {
  const { webhook } = await findWebhook(shards[0], actor, webhookPublicId);
  const where = { webhookId: webhook.id };
  const offset = offsetOf(page);
  const alone = shards.length === 1;
  const counts = await Promise.all(
    shards.map(({ prisma }) => prisma.webhookDelivery.count({ where })),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (offset >= total) return { deliveries: [], total };
  // Any of a shard's first deliveries may be on the page, and no other.
  const found = await Promise.all(
    shards.map(({ prisma }) =>
      prisma.webhookDelivery.findMany({
        where,
        include: withEvent,
        // The same order as the index.
        orderBy: { eventId: "desc" },
        ...(alone ? { skip: offset, take: page.perPage } : { take: offset + page.perPage }),
      }),
    ),
  );
  if (alone) return { deliveries: found.flat(), total };
  const newest = found
    .flat()
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  return { deliveries: newest.slice(offset, offset + page.perPage), total };
}

/** A new round of attempts, in any state. Throws 422 if the webhook is switched off. */
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

/** It needs no subscription. Throws 422 if the webhook is switched off. */
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

/** Per minute, for the webhooks of one poll or of all polls, and of an account in total. */
const ASKED_MAX = 10;
const ASKED_BY_ACCOUNT_MAX = 30;

/** Counted for the account, so that new webhooks or organizations do not bring new budgets. */
function limitAskedDeliveries(
  { accountId }: Actor,
  { pollId }: WebhookRow,
  limiter: RateLimiter,
): void {
  const key = `webhooks:${accountId}`;
  const budgets = [
    { key, limit: ASKED_BY_ACCOUNT_MAX },
    { key: `${key}:${pollId ?? "all"}`, limit: ASKED_MAX },
  ];
  spend(limiter, budgets, "too_many_deliveries");
}

interface Redelivery {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly now: Date;
}

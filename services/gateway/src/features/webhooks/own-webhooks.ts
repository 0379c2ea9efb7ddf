import { lockAccount, lockOrganization } from "@polls/db/accounts";
import type { Prisma } from "@polls/db/connection";
import type { PrismaQueryable, PrismaTransaction, Transaction } from "@polls/db/sql";
import { lockWebhook } from "@polls/db/webhooks";
import { type Actor, type Owner, ownerOf } from "@polls/domain/access";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { type ListPage, windowOf } from "../../http/replies/pagination";

export type WebhookRow = Prisma.WebhookGetPayload<object>;

/** A webhook with the public hash of its poll. Without a hash it is for all polls. */
export interface ListedWebhook {
  readonly webhook: WebhookRow;
  readonly pollHash: string | undefined;
}

export async function listWebhooks(
  shards: readonly PrismaQueryable[],
  actor: Actor,
  page: ListPage,
): Promise<{ readonly webhooks: readonly ListedWebhook[]; readonly total: number }> {
  const owner = visibleTo(actor);
  const [queryable] = shards;
  if (owner === undefined || queryable === undefined) return { webhooks: [], total: 0 };
  const where = { ...owner, endedAt: null };
  const rows = await queryable.prisma.webhook.findMany({
    where,
    orderBy: { id: "desc" },
    ...windowOf(page),
  });
  return {
    webhooks: await withPollHashes(shards, rows),
    total: await queryable.prisma.webhook.count({ where }),
  };
}

/** Finds a webhook that the actor may see. Others are reported as unknown. */
export async function findWebhook(
  queryable: PrismaQueryable,
  actor: Actor,
  publicId: string,
): Promise<ListedWebhook> {
  const owner = visibleTo(actor);
  const row =
    owner &&
    (await queryable.prisma.webhook.findFirst({ where: { ...owner, publicId, endedAt: null } }));
  const [listed] = row ? await withPollHashes([queryable], [row]) : [];
  if (listed === undefined) throw new NotFound("Webhook");
  return listed;
}

/** It is read under the lock, because another request may have changed it. */
export async function findAndLockWebhook(
  tx: PrismaTransaction,
  actor: Actor,
  publicId: string,
): Promise<ListedWebhook> {
  const { webhook } = await findWebhook(tx, actor, publicId);
  await lockWebhook(tx, webhook.id);
  return findWebhook(tx, actor, publicId);
}

/** Hides a webhook from readers and events. Its deliveries are deleted in the background. */
export async function deleteWebhook(
  tx: PrismaTransaction,
  actor: Actor,
  publicId: string,
  now: Date,
): Promise<void> {
  const { webhook } = await findWebhook(tx, actor, publicId);
  await tx.prisma.webhook.update({ where: { id: webhook.id }, data: { endedAt: now } });
}

/** Ends the webhooks of a deleted poll. The event of the deletion is still sent. */
export async function endWebhooksOf(
  tx: PrismaTransaction,
  pollId: bigint,
  now: Date,
): Promise<void> {
  await tx.prisma.webhook.updateMany({ where: { pollId, endedAt: null }, data: { endedAt: now } });
}

/** The polls may be on any of the shards. */
async function withPollHashes(
  shards: readonly PrismaQueryable[],
  rows: readonly WebhookRow[],
): Promise<ListedWebhook[]> {
  const ids = rows.flatMap(({ pollId }) => (pollId === null ? [] : [pollId]));
  const polls = await Promise.all(
    shards.map(({ prisma }) =>
      prisma.poll.findMany({ where: { id: { in: ids } }, select: { id: true, memberHash: true } }),
    ),
  );
  const hashes = new Map(polls.flat().map(({ id, memberHash }) => [id, memberHash]));
  return rows.map((webhook) => ({
    webhook,
    pollHash: webhook.pollId === null ? undefined : hashes.get(webhook.pollId),
  }));
}

/** Plain members can neither see nor change the webhooks of their organization. */
const isPlainMember = (actor: Actor): boolean =>
  actor.kind === "organization_member" && actor.role === "member";

/** The owner whose webhooks the actor may see. Undefined: none. */
export const visibleTo = (actor: Actor): Owner | undefined =>
  isPlainMember(actor) ? undefined : ownerOf(actor);

/** The owner of a new webhook. Throws 422 if the actor may not create one. */
export function makesFor(actor: Actor): Owner {
  if (isPlainMember(actor)) {
    const sentence = "Only owners and admins may create webhooks of the organization";
    throw new Invalid({ base: [sentence] }, "admins_only");
  }
  return ownerOf(actor);
}

/** Its webhooks are counted by one transaction at a time. */
export const lockOwner = (tx: Transaction, owner: Owner) =>
  owner.ownerOrganizationId === undefined
    ? lockAccount(tx, owner.ownerAccountId)
    : lockOrganization(tx, owner.ownerOrganizationId);

import type { Db } from "@polls/db/connection";
import type { Shards } from "@polls/db/shards";

/** The shard of the poll of a new webhook, or `public` for a webhook of all polls of an owner. */
export function shardOfNewWebhook(sent: unknown, shards: Shards): Db | Promise<Db> {
  const { webhook } = (sent ?? {}) as { webhook?: { poll_id?: unknown } };
  const hash = webhook?.poll_id;
  return typeof hash === "string" ? shards.ofPoll(hash) : shards.home;
}

interface Named {
  readonly params: Readonly<Record<string, string>>;
}

/** The shard with the deliveries of a webhook of one poll. `public` for a webhook of all polls, or an unknown one. */
export function shardOfWebhook({ params }: Named, shards: Shards): Db | Promise<Db> {
  return shards.all().length === 1 ? shards.home : findShard(params.id ?? "", shards);
}

async function findShard(publicId: string, shards: Shards): Promise<Db> {
  const webhook = await shards.home.prisma.webhook.findUnique({
    where: { publicId },
    select: { pollId: true },
  });
  return webhook?.pollId == null ? shards.home : shards.ofId(webhook.pollId);
}

/** The shard of a delivery. A webhook of all polls has deliveries on every shard. */
export function shardOfDelivery({ params }: Named, shards: Shards): Db | Promise<Db> {
  return shards.all().length === 1 ? shards.home : findDelivery(params.delivery_id ?? "", shards);
}

async function findDelivery(publicId: string, shards: Shards): Promise<Db> {
  for (const db of shards.all()) {
    const found = await db.prisma.webhookDelivery.count({ where: { publicId } });
    if (found > 0) return db;
  }
  return shards.home;
}

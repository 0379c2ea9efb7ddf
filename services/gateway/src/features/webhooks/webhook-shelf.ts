import type { Db } from "@polls/db/connection";
import type { Shelves } from "@polls/db/shelves";

/** The shelf of the poll of a new webhook, or `public` for a webhook of all polls of an owner. */
export function shelfOfNewWebhook(rawBody: unknown, shelves: Shelves): Db | Promise<Db> {
  const { webhook } = (rawBody ?? {}) as { webhook?: { poll_id?: unknown } };
  const hash = webhook?.poll_id;
  return typeof hash === "string" ? shelves.ofPoll(hash) : shelves.home;
}

interface Named {
  readonly params: Readonly<Record<string, string>>;
}

/** The shelf with the deliveries of a webhook of one poll. `public` for a webhook of all polls, or an unknown one. */
export function shelfOfWebhook({ params }: Named, shelves: Shelves): Db | Promise<Db> {
  return shelves.all().length === 1 ? shelves.home : findShelf(params.id ?? "", shelves);
}

async function findShelf(publicId: string, shelves: Shelves): Promise<Db> {
  const webhook = await shelves.home.prisma.webhook.findUnique({
    where: { publicId },
    select: { pollId: true },
  });
  return webhook?.pollId == null ? shelves.home : shelves.ofId(webhook.pollId);
}

/** The shelf of a delivery. A webhook of all polls has deliveries on every shelf. */
export function shelfOfDelivery({ params }: Named, shelves: Shelves): Db | Promise<Db> {
  return shelves.all().length === 1
    ? shelves.home
    : findDelivery(params.delivery_id ?? "", shelves);
}

async function findDelivery(publicId: string, shelves: Shelves): Promise<Db> {
  for (const db of shelves.all()) {
    const found = await db.prisma.webhookDelivery.count({ where: { publicId } });
    if (found > 0) return db;
  }
  return shelves.home;
}

import { connectDatabase, type Db } from "@polls/db";
import { buildDelivery, buildWebhook, createTestDatabase } from "@polls/testing";
import type { Chore } from "./chore";
import { forgetWebhookEvents, forgetWebhooks } from "./forget-webhooks";
import { doBatch } from "./start-maintenance";

const NOW = new Date("2030-06-15T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

let db: Db;
beforeAll(async () => {
  db = connectDatabase((await createTestDatabase()).url, { max: 2 });
});
afterAll(() => db?.close());
beforeEach(async () => {
  await db.prisma.webhook.deleteMany();
  await db.prisma.webhookEvent.deleteMany();
});

/** Does a chore to its end. */
async function finish(chore: Chore): Promise<void> {
  while ((await doBatch(chore, { db, clock: () => NOW })) > 0);
}

test("what was sent is forgotten after three days, unless it is still to be sent", async () => {
  const webhook = await buildWebhook(db);
  const old = { createdAt: daysAgo(3.1) };
  await buildDelivery(db, webhook, { state: "delivered", ...old });
  await buildDelivery(db, webhook, { state: "failed", ...old });
  const pending = await buildDelivery(db, webhook, old);
  const recent = await buildDelivery(db, webhook, { state: "failed", createdAt: daysAgo(2.9) });
  await finish(forgetWebhookEvents);
  const left = await db.prisma.webhookDelivery.findMany({ orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual([pending.id, recent.id]);
  expect(await db.prisma.webhookEvent.count()).toBe(2);
});

test("deleted webhooks go once nothing of them is pending, and others stay", async () => {
  const [kept, sending, done, recent] = [
    await buildWebhook(db),
    await buildWebhook(db, { endedAt: daysAgo(1) }),
    await buildWebhook(db, { endedAt: daysAgo(1) }),
    await buildWebhook(db, { endedAt: NOW }),
  ];
  await buildDelivery(db, kept, { state: "delivered" });
  await buildDelivery(db, sending, { type: "poll.deleted" });
  await buildDelivery(db, done, { state: "delivered" });
  await finish(forgetWebhooks);
  const left = await db.prisma.webhook.findMany({ orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual([kept.id, sending.id, recent.id]);
  await db.prisma.webhookDelivery.updateMany({ data: { state: "failed", nextAttemptAt: null } });
  await finish(forgetWebhooks);
  expect(await db.prisma.webhook.findMany()).toMatchObject([{ id: kept.id }, { id: recent.id }]);
});

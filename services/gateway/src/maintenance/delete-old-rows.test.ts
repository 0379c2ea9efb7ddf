import { connectDatabase, type Db } from "@polls/db";
import { buildDelivery, buildWebhook, createTestDatabase } from "@polls/testing";
import { deleteEndedWebhooks, deleteMailCounts, deleteWebhookEvents } from "./delete-old-rows";
import type { MaintenanceTask } from "./maintenance-task";
import { runBatch } from "./start-maintenance";

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

/** Runs a task until nothing is left. */
async function finish(task: MaintenanceTask): Promise<void> {
  while ((await runBatch(task, { db, clock: () => NOW })) > 0);
}

test("events are deleted after three days, except those with a pending delivery", async () => {
  const webhook = await buildWebhook(db);
  const old = { createdAt: daysAgo(3.1) };
  await buildDelivery(db, webhook, { state: "delivered", ...old });
  await buildDelivery(db, webhook, { state: "failed", ...old });
  const pending = await buildDelivery(db, webhook, old);
  const recent = await buildDelivery(db, webhook, { state: "failed", createdAt: daysAgo(2.9) });
  await finish(deleteWebhookEvents);
  const left = await db.prisma.webhookDelivery.findMany({ orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual([pending.id, recent.id]);
  expect(await db.prisma.webhookEvent.count()).toBe(2);
});

test("ended webhooks are deleted once they have no pending delivery", async () => {
  const [kept, sending, done, recent] = [
    await buildWebhook(db),
    await buildWebhook(db, { endedAt: daysAgo(1) }),
    await buildWebhook(db, { endedAt: daysAgo(1) }),
    await buildWebhook(db, { endedAt: NOW }),
  ];
  await buildDelivery(db, kept, { state: "delivered" });
  await buildDelivery(db, sending, { type: "poll.deleted" });
  await buildDelivery(db, done, { state: "delivered" });
  await finish(deleteEndedWebhooks);
  const left = await db.prisma.webhook.findMany({ orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual([kept.id, sending.id, recent.id]);
  await db.prisma.webhookDelivery.updateMany({ data: { state: "failed", nextAttemptAt: null } });
  await finish(deleteEndedWebhooks);
  expect(await db.prisma.webhook.findMany()).toMatchObject([{ id: kept.id }, { id: recent.id }]);
});

test("mail counts of earlier days are deleted", async () => {
  const [today, yesterday] = [daysAgo(0), daysAgo(1)].map((day) => new Date(day.toDateString()));
  for (const day of [today, yesterday]) {
    await db.prisma.mailCount.create({
      data: { subject: new Uint8Array([1]), day: day as Date, count: 20 },
    });
  }
  await finish(deleteMailCounts);
  expect(await db.prisma.mailCount.count()).toBe(1);
});

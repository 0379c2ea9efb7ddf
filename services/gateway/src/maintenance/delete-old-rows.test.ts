// Covers docs/reference/opt-in.md: forgotten-addresses

import {
  buildDelivery,
  buildParticipant,
  buildPoll,
  buildWebhook,
  shareDatabase,
} from "@polls/testing";
import { oldRows } from "./delete-old-rows";
import type { MaintenanceTask } from "./maintenance-task";
import { runBatch } from "./start-maintenance";

const NOW = new Date("2030-06-15T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

const db = shareDatabase({ max: 2 });
beforeEach(async () => {
  await db.prisma.webhook.deleteMany();
  await db.prisma.webhookEvent.deleteMany();
});

/** Runs a task until it has no rows left. */
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
  await finish(oldRows.webhookEvents);
  const left = await db.prisma.webhookDelivery.findMany({ orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual([pending.id, recent.id]);
  expect(await db.prisma.webhookEvent.count()).toBe(2);
});

test("ended webhooks are deleted as soon as they have no pending delivery", async () => {
  const [kept, sending, done, recent] = [
    await buildWebhook(db),
    await buildWebhook(db, { endedAt: daysAgo(1) }),
    await buildWebhook(db, { endedAt: daysAgo(1) }),
    await buildWebhook(db, { endedAt: NOW }),
  ];
  await buildDelivery(db, kept, { state: "delivered" });
  await buildDelivery(db, sending, { type: "poll.deleted" });
  await buildDelivery(db, done, { state: "delivered" });
  await finish(oldRows.endedWebhooks);
  const left = await db.prisma.webhook.findMany({ orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual([kept.id, sending.id, recent.id]);
  await db.prisma.webhookDelivery.updateMany({ data: { state: "failed", nextAttemptAt: null } });
  await finish(oldRows.endedWebhooks);
  expect(await db.prisma.webhook.findMany()).toMatchObject([{ id: kept.id }, { id: recent.id }]);
});

test("addresses that are not confirmed are deleted after 30 days, with their links", async () => {
  const poll = await buildPoll(db);
  const asked = async (days: number, linkDays: number, confirmedAt: Date | null = null) => {
    const { id } = await buildParticipant(db, poll, { confirmedAt });
    const data = { optinEmail: `p${id}@example.org`, createdAt: daysAgo(days) };
    await db.prisma.participant.update({ where: { id }, data });
    const link = { pollId: poll.id, participantId: id, address: `p${id}@example.org` };
    await db.prisma.optIn.create({
      data: {
        ...link,
        tokenDigest: new TextEncoder().encode(`token-${id}`),
        expiresAt: daysAgo(linkDays - 7),
        createdAt: daysAgo(linkDays),
        confirmedAt,
      },
    });
    return id;
  };
  const old = await asked(31, 31);
  const kept = [await asked(29, 29), await asked(40, 2), await asked(40, 40, daysAgo(39))];
  await finish(oldRows.unconfirmedAddresses);
  const known = await db.prisma.participant.findMany({
    where: { pollId: poll.id, optinEmail: { not: null } },
    orderBy: { id: "asc" },
  });
  expect(known.map(({ id }) => id)).toEqual(kept);
  expect(await db.prisma.optIn.count({ where: { participantId: old } })).toBe(0);
  expect(await db.prisma.optIn.count({ where: { pollId: poll.id } })).toBe(3);
  expect(await db.prisma.participant.count({ where: { id: old } })).toBe(1);
});

test("links of participants who take part are deleted after 30 days, if they confirmed nothing", async () => {
  const poll = await buildPoll(db);
  const { id: participantId } = await buildParticipant(db, poll);
  const links = [
    { address: "mistyped@example.org", createdAt: daysAgo(31) },
    { address: "new@example.org", createdAt: daysAgo(29) },
    { address: "used@example.org", createdAt: daysAgo(31), confirmedAt: daysAgo(31) },
    { address: "denied@example.org", createdAt: daysAgo(31), deniedAt: daysAgo(29) },
  ];
  for (const link of links) {
    const tokenDigest = new TextEncoder().encode(`${poll.id} ${link.address}`);
    const data = { ...link, pollId: poll.id, participantId, tokenDigest, expiresAt: daysAgo(20) };
    await db.prisma.optIn.create({ data });
  }
  await finish(oldRows.unusedOptIns);
  const left = await db.prisma.optIn.findMany({ where: { pollId: poll.id } });
  expect(left.map(({ address }) => address).sort()).toEqual([
    "denied@example.org",
    "new@example.org",
    "used@example.org",
  ]);
});

test("requests that the owner of the address denied are deleted after 30 days", async () => {
  const poll = await buildPoll(db);
  for (const days of [31, 29]) {
    const { id } = await buildParticipant(db, poll, { confirmedAt: null });
    await db.prisma.optIn.create({
      data: {
        pollId: poll.id,
        participantId: id,
        address: "denied@example.org",
        tokenDigest: new TextEncoder().encode(`denied-${id}`),
        expiresAt: daysAgo(20),
        createdAt: daysAgo(40),
        deniedAt: daysAgo(days),
      },
    });
  }
  await finish(oldRows.deniedAddresses);
  const left = await db.prisma.optIn.findMany({ where: { pollId: poll.id } });
  expect(left.map(({ deniedAt }) => deniedAt)).toEqual([daysAgo(29)]);
});

test("mail counts of earlier days are deleted", async () => {
  const [today, yesterday] = [daysAgo(0), daysAgo(1)].map((day) => new Date(day.toDateString()));
  for (const day of [today, yesterday]) {
    await db.prisma.mailCount.create({
      data: { subject: new Uint8Array([1]), day: day as Date, count: 20 },
    });
  }
  await finish(oldRows.mailCounts);
  expect(await db.prisma.mailCount.count()).toBe(1);
});

// Covers docs/reference/webhooks.md: deliveries

import { inTransaction } from "@polls/db/sql";
import { noteEvent } from "@polls/jobs/outbox";
import { buildDelivery, buildPoll, buildWebhook } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const NOW = new Date("2030-06-01T12:00:00.000Z");
const gateway = shareGateway({ clock: () => NOW });

describe("noteEvent", () => {
  const note = (pollId: bigint, type: "poll.updated" | "results.changed" = "poll.updated") =>
    inTransaction(gateway.db, (tx) => noteEvent(tx, { type, pollId, now: NOW }));

  test("enqueues deliveries for subscribed webhooks and no others", async () => {
    const [ann, bob] = [await signUp(gateway.db), await signUp(gateway.db)];
    const [poll, other] = [await ann.buildPoll(), await ann.buildPoll()];
    const of = (facts: object) => buildWebhook(gateway.db, { ownerAccountId: ann.id, ...facts });
    const wanted = [
      await of({}),
      await of({ pollId: poll.id }),
      await of({ failingSince: NOW }),
      await of({}),
      await of({}),
    ];
    for (const [at, pending] of [0, 0, 0, 4, 5].entries()) {
      const webhook = wanted[at];
      for (let n = 0; n < pending && webhook; n++) await buildDelivery(gateway.db, webhook);
    }
    await of({ pollId: other.id });
    await of({ events: ["poll.deleted"] });
    await of({ endedAt: NOW });
    await of({ switchedOffAt: NOW, switchedOffBecause: "failing" });
    await buildWebhook(gateway.db, { ownerAccountId: bob.id });
    expect(await note(poll.id)).toBe(5);
    const rows = await gateway.db.prisma.webhookDelivery.findMany({
      where: { event: { pollId: poll.id } },
      include: { event: true },
      orderBy: { webhookId: "asc" },
    });
    expect(rows.map(({ webhookId }) => webhookId)).toEqual(wanted.map(({ id }) => id));
    expect(new Set(rows.map(({ event }) => event.publicId)).size).toBe(1);
    const jobs = await gateway.db.prisma.outbox.findMany({
      where: { job: "webhook.deliver" },
      orderBy: { id: "asc" },
    });
    const priorities = new Map(
      jobs.map(({ payload, priority }) => [
        (payload as { deliveryId: string }).deliveryId,
        priority,
      ]),
    );
    expect(rows.map(({ id }) => Number(priorities.get(String(id))) > 0)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  test("enqueues nothing for a deleted poll", async () => {
    const { id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    await buildWebhook(gateway.db, { ownerAccountId });
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { deletedAt: NOW } });
    expect(await note(poll.id)).toBe(0);
  });

  test("does not enqueue a pending retry of changed results twice", async () => {
    const { id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    const webhook = await buildWebhook(gateway.db, { ownerAccountId });
    const pending = { type: "results.changed", pollId: poll.id } as const;
    const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
    await buildDelivery(gateway.db, webhook, { ...pending, nextAttemptAt: later(5) });
    expect(await note(poll.id, "results.changed")).toBe(1);
    await buildDelivery(gateway.db, webhook, { ...pending, nextAttemptAt: later(1_800) });
    expect(await note(poll.id, "results.changed")).toBe(1);
    await buildDelivery(gateway.db, webhook, { ...pending, nextAttemptAt: later(60) });
    expect(await note(poll.id, "results.changed")).toBe(0);
    expect(await note(poll.id)).toBe(1);
  });

  test("notifies no webhook in a transaction that rolls back", async () => {
    const { id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    await buildWebhook(gateway.db, { ownerAccountId });
    const failing = inTransaction(gateway.db, async (tx) => {
      await noteEvent(tx, { type: "poll.updated", pollId: poll.id, now: NOW });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await gateway.db.prisma.webhookEvent.count({ where: { pollId: poll.id } })).toBe(0);
  });
});

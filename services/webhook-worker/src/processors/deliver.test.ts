// Covers docs/reference/webhooks.md: changing, duplicates-and-order, retries, rolling-the-secret, switching-off
// Covers docs/reference/webhooks.md: testing
// Covers docs/reliability.md: backups, job-handlers, leaked-secrets-of-the-deployment

import { inTransaction } from "@polls/db/sql";
import {
  currentWebhookSecret,
  newPublicId,
  newWebhookSecret,
  sealWebhookSecret,
} from "@polls/db/tokens";
import { noteTest } from "@polls/jobs/outbox";
import { buildDelivery, buildWebhook, metricValue } from "@polls/testing";
import { type Receiver, startReceiver, status } from "../../testing/start-receiver";
import { verifyMessage } from "../../testing/verify-message";
import { jobsOf, openWebhookFixture, type WebhookFixture } from "../../testing/webhook-fixture";
import { sweepDeliveries } from "../sweep";

const DAY_MS = 86_400_000;

let fixture: WebhookFixture;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await openWebhookFixture();
});
beforeEach(async () => {
  fixture.clock.set(new Date());
  await fixture.db.pool.query("TRUNCATE webhooks, webhook_events, outbox CASCADE");
  receiver = await startReceiver();
  fixture.clock.set(new Date());
  // Sweeps would find pending deliveries of other tests.
  await fixture.db.prisma.webhookDelivery.deleteMany();
});

const setUp = async (webhookFacts: object = {}, deliveryFacts: object = {}) => {
  const webhook = await buildWebhook(fixture.db, {
    url: receiver.url,
    keys: fixture.config.keys,
    ...webhookFacts,
  });
  const createdAt = fixture.clock.now();
  const delivery = await buildDelivery(fixture.db, webhook, { createdAt, ...deliveryFacts });
  return { webhook, id: delivery.id };
};
const deliveryOf = (id: bigint) =>
  fixture.db.prisma.webhookDelivery.findUniqueOrThrow({ where: { id } });
const webhookOf = (id: bigint) => fixture.db.prisma.webhook.findUniqueOrThrow({ where: { id } });

/** Runs due jobs until the delivery is settled. Returns the number of attempts. */
async function runOut(id: bigint): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    await fixture.run(id, attempt);
    const { nextAttemptAt, attempts } = await deliveryOf(id);
    if (nextAttemptAt === null) return attempts;
    fixture.clock.set(nextAttemptAt);
    await sweepDeliveries({ db: fixture.db, clock: fixture.clock.now });
  }
}

describe("a webhook whose secret was rolled", () => {
  const deliveredWith = async (facts: object) => {
    const publicId = newPublicId();
    const { keys } = fixture.config;
    const sealed = (secret: string, ring = keys) => sealWebhookSecret(publicId, secret, ring);
    const { id } = await setUp({
      publicId,
      secret: sealed("whsec_bmV3"),
      previousSecret: sealed("whsec_b2xk"),
      ...facts,
    });
    await fixture.run(id, 1);
    const [message] = receiver.received.slice(-1);
    if (message === undefined) throw new Error("nothing was delivered");
    return message;
  };
  const inHours = (hours: number) => new Date(fixture.clock.now().getTime() + hours * 3_600_000);

  test("signs with the new and the old secret until the overlap ends", async () => {
    const during = await deliveredWith({ previousSecretUntil: inHours(1) });
    expect(String(during.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    expect(verifyMessage(during, "whsec_bmV3")).toBe(true);
    expect(verifyMessage(during, "whsec_b2xk")).toBe(true);
    const after = await deliveredWith({ previousSecretUntil: inHours(0) });
    expect(verifyMessage(after, "whsec_bmV3")).toBe(true);
    expect(verifyMessage(after, "whsec_b2xk")).toBe(false);
  });
});

test("an event is delivered with a signature and its subject", async () => {
  const { webhook, id } = await setUp({}, { type: "option.created", subjectId: "an-option" });
  await fixture.run(id, 1);
  const [message] = receiver.received;
  if (message === undefined) throw new Error("nothing came");
  expect(verifyMessage(message, currentWebhookSecret(webhook, fixture.config.keys))).toBe(true);
  expect(verifyMessage(message, newWebhookSecret())).toBe(false);
  const event = await fixture.db.prisma.webhookEvent.findFirstOrThrow({
    where: { deliveries: { some: { id } } },
  });
  expect(message.headers).toMatchObject({
    "webhook-id": event.publicId,
    "content-type": "application/json",
  });
  expect(JSON.parse(message.body)).toEqual({
    id: event.publicId,
    type: "option.created",
    timestamp: event.createdAt.toISOString(),
    data: {
      poll_id: "lunch",
      option_id: "an-option",
      url: "https://polls.example/api/v1/polls/lunch/options/an-option",
    },
  });
  expect(await deliveryOf(id)).toMatchObject({
    state: "delivered",
    attempts: 1,
    responseStatus: 200,
    nextAttemptAt: null,
  });
});

test("a test event contains the webhook, and no poll", async () => {
  const { webhook } = await setUp();
  const { id: recipient, publicId } = webhook;
  const now = fixture.clock.now();
  const id = await inTransaction(fixture.db, (tx) =>
    noteTest(tx, { id: recipient, publicId, behind: false }, now),
  );
  await fixture.run(id, 1);
  const [message] = receiver.received;
  expect(JSON.parse(message?.body ?? "")).toEqual({
    id: message?.headers["webhook-id"],
    type: "webhook.test",
    timestamp: now.toISOString(),
    data: { webhook_id: publicId },
  });
  expect(await deliveryOf(id)).toMatchObject({ state: "delivered" });
});

test.each([
  ["an address that was replaced meanwhile", { url: "https://new.example/" }],
  ["a webhook that was switched off meanwhile", { switchedOffBecause: "owner" }],
])("a 410 of %s does not change the webhook", async (_what, change) => {
  const { webhook, id } = await setUp();
  const now = fixture.clock.now();
  const data = "url" in change ? change : { ...change, switchedOffAt: now };
  const post = async () => {
    await fixture.db.prisma.webhook.update({ where: { id: webhook.id }, data });
    return { status: 410 };
  };
  await fixture.run(id, 1, { post });
  expect(await deliveryOf(id)).toMatchObject({ state: "failed", responseStatus: 410 });
  expect(await webhookOf(webhook.id)).toEqual({ ...webhook, ...data });
});

test("an attempt is postponed while the slow endpoints of its owner use their share", async () => {
  const { id } = await setUp();
  await fixture.run(id, 1, { shares: { enter: () => undefined } });
  expect(receiver.received).toEqual([]);
  const { nextAttemptAt, ...waiting } = await deliveryOf(id);
  expect(waiting).toMatchObject({ state: "pending", attempts: 0, problem: null });

  fixture.clock.set(nextAttemptAt ?? "never");
  await sweepDeliveries({ db: fixture.db, clock: fixture.clock.now });
  expect((await jobsOf(fixture)).at(-1)).toEqual({ deliveryId: String(id), attempt: 1 });
  await fixture.run(id, 1);
  expect(await deliveryOf(id)).toMatchObject({ state: "delivered", attempts: 1 });
});

test("after a 500 the delivery is retried when due, with the same id", async () => {
  const { webhook, id } = await setUp();
  receiver.answer((response, { nth }) => void response.writeHead(nth === 1 ? 500 : 200).end());
  await fixture.run(id, 1);
  const { nextAttemptAt, ...failed } = await deliveryOf(id);
  expect(failed).toMatchObject({ state: "pending", attempts: 1, responseStatus: 500 });
  expect((await webhookOf(webhook.id)).failingSince).toEqual(fixture.clock.now());

  const sweep = () => sweepDeliveries({ db: fixture.db, clock: fixture.clock.now });
  expect(await sweep()).toBe(0);
  fixture.clock.set(nextAttemptAt ?? "never");
  expect(await Promise.all([sweep(), sweep(), sweep()])).toContain(1);
  expect(await sweep()).toBe(0);
  const jobs = (await jobsOf(fixture)).filter(({ deliveryId }) => deliveryId === String(id));
  expect(jobs).toEqual([{ deliveryId: String(id), attempt: 2 }]);
  await fixture.run(id, 2);
  expect(await deliveryOf(id)).toMatchObject({ state: "delivered", attempts: 2 });
  expect((await webhookOf(webhook.id)).failingSince).toBeNull();
  const [first, second] = receiver.received;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(second?.body).toBe(first?.body);
});

test("without success, a delivery is given up after a day, and a later one switches the webhook off", async () => {
  receiver.answer(status(503));
  const { webhook, id } = await setUp();
  expect(await runOut(id)).toBe(11);
  expect(await deliveryOf(id)).toMatchObject({ state: "failed", responseStatus: 503 });
  expect((await webhookOf(webhook.id)).switchedOffAt).toBeNull();

  fixture.clock.advance(2 * DAY_MS);
  const next = await buildDelivery(fixture.db, webhook, { createdAt: fixture.clock.now() });
  const waiting = await buildDelivery(fixture.db, webhook, { createdAt: fixture.clock.now() });
  expect(await runOut(next.id)).toBe(11);
  expect(await webhookOf(webhook.id)).toMatchObject({ switchedOffBecause: "failing" });

  const asked = receiver.received.length;
  await fixture.run(waiting.id, 1);
  expect(await deliveryOf(waiting.id)).toMatchObject({
    state: "failed",
    attempts: 0,
    problem: "the webhook is switched off",
  });
  expect(receiver.received).toHaveLength(asked);
});

test("a failure takes concurrent attempts into account", async () => {
  const long = new Date(fixture.clock.now().getTime() - 4 * DAY_MS);
  const { webhook, id } = await setUp({ failingSince: long }, { attempts: 10 });
  const post = async () => {
    await fixture.db.prisma.webhook.update({
      where: { id: webhook.id },
      data: { failingSince: null },
    });
    return { status: 500 };
  };
  await fixture.run(id, 11, { post });
  expect(await deliveryOf(id)).toMatchObject({ state: "failed", attempts: 11 });
  expect(await webhookOf(webhook.id)).toMatchObject({
    switchedOffAt: null,
    failingSince: fixture.clock.now(),
  });
});

test("a success ends a failing that began in the meantime", async () => {
  const { webhook, id } = await setUp();
  const post = async () => {
    await fixture.db.prisma.webhook.update({
      where: { id: webhook.id },
      data: { failingSince: fixture.clock.now() },
    });
    return { status: 200 };
  };
  await fixture.run(id, 1, { post });
  expect((await webhookOf(webhook.id)).failingSince).toBeNull();
});

test("a delivery that a client requests again during an attempt starts again", async () => {
  const { id } = await setUp({}, { attempts: 10 });
  const post = async () => {
    await fixture.db.prisma.webhookDelivery.update({
      where: { id },
      data: { roundFrom: 10, asked: 11 },
    });
    return { status: 500 };
  };
  await fixture.run(id, 11, { post });
  expect(await deliveryOf(id)).toMatchObject({ state: "pending", attempts: 10 });
});

test("a 410 switches the webhook off immediately", async () => {
  receiver.answer(status(410));
  const { webhook, id } = await setUp();
  await fixture.run(id, 1);
  expect(await deliveryOf(id)).toMatchObject({ state: "failed", responseStatus: 410 });
  expect(await webhookOf(webhook.id)).toMatchObject({ switchedOffBecause: "gone" });
});

test("a deleted webhook receives only the deletion of its poll", async () => {
  const ended = { endedAt: fixture.clock.now(), pollId: 77n };
  const { id } = await setUp(ended, { type: "poll.updated", pollId: 77n });
  await fixture.run(id, 1);
  expect(await deliveryOf(id)).toMatchObject({
    state: "failed",
    problem: "the webhook is deleted",
  });
  const last = await setUp(ended, { type: "poll.deleted", pollId: 77n });
  await fixture.run(last.id, 1);
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(["poll.deleted"]);
});

test("after a kill between response and record, the event is sent again with the same id, and recorded once", async () => {
  const { id } = await setUp();
  await expect(fixture.run(id, 1, { killed: true })).rejects.toThrow("killed");
  expect(await deliveryOf(id)).toMatchObject({ state: "pending", attempts: 0 });
  await fixture.run(id, 1);
  await fixture.run(id, 1);
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(await deliveryOf(id)).toMatchObject({ state: "delivered", attempts: 1 });
});

test("of two concurrent runs, one is recorded, and one next attempt is scheduled", async () => {
  receiver.answer(status(500));
  const { id } = await setUp();
  await Promise.all([fixture.run(id, 1), fixture.run(id, 1)]);
  expect(await deliveryOf(id)).toMatchObject({ state: "pending", attempts: 1 });
});

test("a job that is outdated or whose row was deleted does nothing", async () => {
  const { id } = await setUp({}, { attempts: 3 });
  await fixture.run(id, 3);
  await fixture.run(9_999_999n, 1);
  expect(receiver.received).toEqual([]);
});

test("attempts are counted by outcome, and those of a repeated job only once", async () => {
  const counted = async () => {
    const { body } = await fixture.metrics.text();
    return ["retried", "delivered", "failed"].map(
      (outcome) => metricValue(body, "webhook_attempts_total", { outcome }) ?? 0,
    );
  };
  const before = await counted();
  const { id } = await setUp();
  receiver.answer((response, { nth }) => void response.writeHead(nth <= 2 ? 500 : 200).end());
  await Promise.all([fixture.run(id, 1), fixture.run(id, 1)]);
  await fixture.run(id, 2);
  const after = await counted();
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 0]);
});

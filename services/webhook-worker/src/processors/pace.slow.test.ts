// Covers docs/reference/webhooks.md: pace
// Covers docs/reliability.md: webhooks-as-a-weapon

import { deleteOldPaces } from "@polls/db/webhooks";
import { buildAccount, buildDelivery, buildWebhook } from "@polls/testing";
import { jobsOf, openWebhookFixture, type WebhookFixture } from "../../testing/webhook-fixture";
import type { Post } from "../delivery/post";
import { sweepDeliveries } from "../sweep";

const SECOND_MS = 1_000;

let fixture: WebhookFixture;
let sent: string[];
let status: number;
beforeAll(async () => {
  fixture = await openWebhookFixture();
});
beforeEach(async () => {
  await fixture.db.pool.query(
    "TRUNCATE webhooks, webhook_events, webhook_deliveries, webhook_paces, outbox CASCADE",
  );
  fixture.clock.set(new Date());
  [sent, status] = [[], 200];
});

/** Simulates any endpoint. */
const post: Post = async ({ url }) => {
  sent.push(new URL(url).hostname);
  return { status };
};

const account = async () => (await buildAccount(fixture.db)).id;
/** A delivery that is due now, of a new webhook. */
async function due(ownerAccountId: bigint, url = "https://victim.example/"): Promise<bigint> {
  const webhook = await buildWebhook(fixture.db, {
    ownerAccountId,
    url,
    keys: fixture.config.keys,
  });
  const createdAt = fixture.clock.now();
  return (await buildDelivery(fixture.db, webhook, { createdAt })).id;
}
const run = (id: bigint, attempt = 1) => fixture.run(id, attempt, { post });
const rowOf = (id: bigint) =>
  fixture.db.prisma.webhookDelivery.findUniqueOrThrow({ where: { id } });
const waitOf = async (id: bigint): Promise<number | undefined> => {
  const { nextAttemptAt } = await rowOf(id);
  return nextAttemptAt === null
    ? undefined
    : nextAttemptAt.getTime() - fixture.clock.now().getTime();
};
const times = <Item>(count: number, item: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => item(n));

test("an account's deliveries to one site wait for their slots, for all ports, subdomains and webhooks together, and none is lost", async () => {
  const owner = await account();
  const urls = [
    "https://victim.example/a",
    "https://www.victim.example/",
    "https://victim.example:8443/",
  ];
  const ids: bigint[] = [];
  for (let n = 0; n < 40; n++) ids.push(await due(owner, urls[n % 3]));
  for (const id of ids) await run(id);
  // The deliveries of one second at once, and the next one.
  expect(sent).toHaveLength(11);
  expect(await Promise.all(ids.slice(11).map(waitOf))).toEqual(times(29, (n) => (n + 1) * 100));
  expect(await rowOf(ids[39] ?? 0n)).toMatchObject({
    state: "pending",
    attempts: 0,
    problem: null,
  });

  for (let tenths = 0; tenths < 30; tenths++) {
    fixture.clock.advance(100);
    const before = (await jobsOf(fixture)).length;
    await sweepDeliveries({ db: fixture.db, clock: fixture.clock.now });
    for (const job of (await jobsOf(fixture)).slice(before)) {
      await run(BigInt(job.deliveryId), job.attempt);
    }
    expect(sent).toHaveLength(Math.min(40, 12 + tenths));
  }
  const left = await fixture.db.prisma.webhookDelivery.count({ where: { state: "pending" } });
  expect(left).toBe(0);
});

test("an account's deliveries to all sites together also wait", async () => {
  const owner = await account();
  for (let n = 0; n < 60; n++) await run(await due(owner, `https://site-${n}.example/`));
  expect(sent).toHaveLength(31);
  const last = await due(owner, "https://last.example/");
  await run(last);
  // The database stores milliseconds.
  expect(Math.abs(((await waitOf(last)) ?? 0) - SECOND_MS)).toBeLessThan(50);
});

test("other accounts and other sites do not wait", async () => {
  const owner = await account();
  for (let n = 0; n < 20; n++) await run(await due(owner));
  expect(sent).toHaveLength(11);
  await run(await due(owner, "https://other.example/"));
  await run(await due(await account()));
  expect(sent.slice(11)).toEqual(["other.example", "victim.example"]);
});

test("many accounts share the rate of one site", async () => {
  const owners: bigint[] = [];
  for (let n = 0; n < 100; n++) owners.push(await account());
  for (const owner of owners) await run(await due(owner));
  expect(sent).toHaveLength(100);
  // 100 accounts at 50 per second: each has its next slot two seconds after its last.
  const waits: (number | undefined)[] = [];
  for (const owner of owners) {
    const id = await due(owner);
    await run(id);
    waits.push(await waitOf(id));
  }
  expect(sent).toHaveLength(100);
  expect(new Set(waits)).toEqual(new Set([SECOND_MS]));
});

test("each retry reserves its own slot", async () => {
  const owner = await account();
  status = 500;
  const failing = await due(owner);
  await run(failing);
  const { nextAttemptAt } = await rowOf(failing);
  fixture.clock.set(nextAttemptAt ?? "never");
  for (let n = 0; n < 20; n++) await run(await due(owner));
  expect(sent).toHaveLength(12);
  await run(failing, 2);
  expect(sent).toHaveLength(12);
  expect(await rowOf(failing)).toMatchObject({ state: "pending", attempts: 1, slotFor: 2 });
});

test("deliveries whose slots passed while the worker was busy are not sent all at once", async () => {
  const owner = await account();
  const ids: bigint[] = [];
  for (let n = 0; n < 40; n++) ids.push(await due(owner));
  for (const id of ids) await run(id);
  expect(sent).toHaveLength(11);
  fixture.clock.advance(10 * SECOND_MS);
  for (const id of ids) await run(id);
  expect(sent).toHaveLength(22);
  fixture.clock.advance(5 * SECOND_MS);
  for (const id of ids) await run(id);
  fixture.clock.advance(5 * SECOND_MS);
  for (const id of ids) await run(id);
  expect(sent).toHaveLength(40);
});

test("a repeated job does not run before its slot, and does not lose it", async () => {
  const owner = await account();
  const ids: bigint[] = [];
  for (let n = 0; n < 12; n++) ids.push(await due(owner));
  for (const id of ids) await run(id);
  const last = ids[11] ?? 0n;
  await run(last);
  expect(sent).toHaveLength(11);
  expect(await waitOf(last)).toBe(100);
  fixture.clock.advance(100);
  await sweepDeliveries({ db: fixture.db, clock: fixture.clock.now });
  expect((await jobsOf(fixture)).at(-1)).toEqual({ deliveryId: String(last), attempt: 1 });
  await run(last);
  expect(sent).toHaveLength(12);
});

test("slots that passed during an outage are reserved again", async () => {
  const owner = await account();
  const ids: bigint[] = [];
  for (let n = 0; n < 40; n++) ids.push(await due(owner));
  for (const id of ids) await run(id);
  fixture.clock.advance(3_600_000);
  for (const id of ids) await run(id);
  expect(sent).toHaveLength(22);
});

test("a delivery whose slot would be more than a day later fails without an attempt, and does not count as a failure of the webhook", async () => {
  const owner = await account();
  await run(await due(owner));
  const lastAt = new Date(fixture.clock.now().getTime() + 86_400_000);
  await fixture.db.prisma.webhookPace.updateMany({
    where: { site: { not: "" } },
    data: { lastAt },
  });
  const id = await due(owner);
  await run(id);
  expect(await rowOf(id)).toMatchObject({
    state: "failed",
    attempts: 0,
    problem: "too many deliveries wait for this site",
  });
  const webhook = await fixture.db.prisma.webhook.findFirstOrThrow({
    where: { deliveries: { some: { id } } },
  });
  expect(webhook).toMatchObject({ failingSince: null, switchedOffAt: null });
  await fixture.db.prisma.webhookPace.deleteMany();
});

describe("slots that their webhooks no longer use", () => {
  /** Deliveries of a new webhook that are due now. */
  async function dueOfOne(ownerAccountId: bigint, count: number, url = "https://victim.example/") {
    const { keys } = fixture.config;
    const webhook = await buildWebhook(fixture.db, { ownerAccountId, url, keys });
    const createdAt = fixture.clock.now();
    const ids: bigint[] = [];
    for (let n = 0; n < count; n++) {
      ids.push((await buildDelivery(fixture.db, webhook, { createdAt })).id);
    }
    return { id: webhook.id, ids };
  }
  const change = (id: bigint, data: object) =>
    fixture.db.prisma.webhook.update({ where: { id }, data });

  test.each([
    ["deleted", () => ({ endedAt: fixture.clock.now() })],
    ["switched off", () => ({ switchedOffAt: fixture.clock.now(), switchedOffBecause: "owner" })],
  ])("a delivery does not wait behind those of a webhook that was %s", async (_name, ended) => {
    const owner = await account();
    const { id, ids } = await dueOfOne(owner, 80);
    for (const delivery of ids) await run(delivery);
    const next = await due(owner);
    await change(id, ended());
    await run(next);
    expect(await waitOf(next)).toBe(100);
    const later = await due(owner);
    await run(later);
    expect(await waitOf(later)).toBe(200);
  });

  test("a delivery does not wait behind those of a webhook that moved to another site", async () => {
    const owner = await account();
    const { id, ids } = await dueOfOne(owner, 80);
    for (const delivery of ids) await run(delivery);
    const next = await due(owner);
    await change(id, { url: "https://other.example/" });
    await run(next);
    expect(await waitOf(next)).toBe(100);
    const later = await due(owner);
    await run(later);
    expect(await waitOf(later)).toBe(200);
  });

  test("deliveries that moved to another site wait behind those to that site", async () => {
    const owner = await account();
    const moved = await dueOfOne(owner, 20, "https://other.example/");
    const { ids } = await dueOfOne(owner, 91);
    for (const delivery of [...moved.ids, ...ids]) await run(delivery);
    await change(moved.id, { url: "https://victim.example/new" });
    const waiting = moved.ids.slice(11);
    const before = sent.length;
    fixture.clock.advance(SECOND_MS);
    for (const delivery of waiting) await run(delivery);
    expect(sent).toHaveLength(before);
    const waits = await Promise.all(waiting.map(waitOf));
    expect(waits).toEqual(times(9, (n) => 7_100 + n * 100));
  });

  test("deliveries that move within their site keep their slots", async () => {
    const owner = await account();
    const { id, ids } = await dueOfOne(owner, 20);
    for (const delivery of ids) await run(delivery);
    await change(id, { url: "https://www.victim.example/new" });
    const waits = await Promise.all(ids.slice(11).map(waitOf));
    for (const delivery of ids) await run(delivery);
    expect(await Promise.all(ids.slice(11).map(waitOf))).toEqual(waits);
    fixture.clock.advance(SECOND_MS);
    for (const delivery of ids) await run(delivery);
    expect(sent).toHaveLength(20);
  });

  test("a delivery still waits behind those of other webhooks of the account", async () => {
    const owner = await account();
    const { id, ids } = await dueOfOne(owner, 51);
    const { ids: others } = await dueOfOne(owner, 40);
    for (const delivery of [...ids, ...others]) await run(delivery);
    await change(id, { endedAt: fixture.clock.now() });
    const next = await due(owner);
    await run(next);
    expect(await waitOf(next)).toBe(4_100);
    expect(await waitOf(others[39] ?? 0n)).toBe(8_000);
  });

  test("once it is switched on again, its deliveries take new slots, and none is lost", async () => {
    const owner = await account();
    const { id, ids } = await dueOfOne(owner, 80);
    for (const delivery of ids) await run(delivery);
    await change(id, { switchedOffAt: fixture.clock.now(), switchedOffBecause: "owner" });
    await run(await due(owner));
    await change(id, { switchedOffAt: null, switchedOffBecause: null });
    fixture.clock.advance(7 * SECOND_MS);
    const before = sent.length;
    for (const delivery of ids) await run(delivery);
    expect(sent).toHaveLength(before + 11);
    expect(await waitOf(ids[79] ?? 0n)).toBe(5_800);
  });

  test("other accounts keep their slots", async () => {
    const [one, other] = [await account(), await account()];
    const { id, ids } = await dueOfOne(one, 80);
    for (const delivery of ids) await run(delivery);
    await change(id, { endedAt: fixture.clock.now() });
    for (const delivery of (await dueOfOne(other, 80)).ids) await run(delivery);
    const next = await due(one);
    await run(next);
    expect(await waitOf(next)).toBe(100);
    const last = await due(other);
    await run(last);
    expect(await waitOf(last)).toBe(7_000);
  });
});

test("the pace of an idle account is deleted", async () => {
  await run(await due(await account()));
  const now = fixture.clock.now().getTime();
  expect(await deleteOldPaces(fixture.db, new Date(now - 2 * SECOND_MS), 1)).toBe(0);
  expect(await deleteOldPaces(fixture.db, new Date(now), 1)).toBe(1);
  expect(await deleteOldPaces(fixture.db, new Date(now), 10)).toBe(1);
});

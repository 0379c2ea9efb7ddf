// Covers docs/reference/webhooks.md: opened-and-closed

import { inTransaction } from "@polls/db/sql";
import { readPhases } from "@polls/db/webhooks";
import { statusOf } from "@polls/domain/polls";
import { buildPoll, buildWebhook, type WebhookFacts } from "@polls/testing";
import { followMissedPolls, tellPhases } from "../../services/webhook-worker/testing";
import {
  openWebhookFixture,
  type WebhookFixture,
} from "../../services/webhook-worker/testing/webhook-fixture";

let fixture: WebhookFixture;
beforeEach(async () => {
  fixture = await openWebhookFixture();
});

const needs = () => ({ db: fixture.db, clock: fixture.clock.now });
const tell = () => tellPhases(needs());
const follow = () => followMissedPolls(needs());
const inMs = (ms: number) => new Date(fixture.clock.now().getTime() + ms).toISOString();

const told = async () =>
  (await fixture.db.prisma.webhookEvent.findMany({ orderBy: { id: "asc" } })).map(
    ({ type }) => type,
  );

async function setUp(settings: Readonly<Record<string, unknown>>, facts: WebhookFacts = {}) {
  const poll = await buildPoll(fixture.db, { createdAt: fixture.clock.now(), settings });
  await buildWebhook(fixture.db, {
    ownerAccountId: poll.ownerAccountId ?? 0n,
    createdAt: fixture.clock.now(),
    events: ["poll.opened", "poll.closed"],
    ...facts,
  });
  return poll;
}

test("a start and a deadline that pass are each reported once, by one of several workers", async () => {
  await setUp({ start_date_voting: inMs(60_000), deadline_voting: inMs(120_000) });
  expect(await follow()).toBe(1);
  expect(await tell()).toBe(0);
  fixture.clock.advance(59_999);
  expect(await tell()).toBe(0);
  fixture.clock.advance(1);
  expect((await Promise.all([tell(), tell(), tell()])).toSorted()).toEqual([0, 0, 1]);
  expect(await told()).toEqual(["poll.opened"]);
  fixture.clock.advance(59_999);
  expect(await tell()).toBe(0);
  fixture.clock.advance(1);
  expect(await tell()).toBe(1);
  fixture.clock.advance(86_400_000);
  expect(await tell()).toBe(0);
  expect(await told()).toEqual(["poll.opened", "poll.closed"]);
});

test("more polls than fit into a batch are checked", async () => {
  const { ownerAccountId } = await setUp({ deadline_voting: inMs(60_000) });
  const facts = { ownerAccountId: ownerAccountId ?? 0n, createdAt: fixture.clock.now() };
  const settings = { deadline_voting: inMs(60_000) };
  for (let count = 1; count < 250; count++) await buildPoll(fixture.db, { ...facts, settings });
  expect(await follow()).toBe(250);
  expect(await tell()).toBe(0);
  fixture.clock.advance(60_000);
  expect(await tell()).toBe(250);
  expect(await tell()).toBe(0);
});

test("a time that passed while no worker ran is reported by the next worker", async () => {
  await setUp({ deadline_voting: inMs(60_000) });
  await follow();
  expect(await tell()).toBe(0);
  fixture.clock.advance(3 * 86_400_000);
  expect(await tell()).toBe(1);
  expect(await told()).toEqual(["poll.closed"]);
});

test("a check whose process was killed is repeated, and no event is lost", async () => {
  const poll = await setUp({ deadline_voting: inMs(60_000) });
  await follow();
  await tell();
  fixture.clock.advance(60_000);
  await fixture.db.prisma.webhookCursor.updateMany({
    where: { pollId: poll.id },
    data: { nextCheckAt: new Date(fixture.clock.now().getTime() + 15_000) },
  });
  expect(await tell()).toBe(0);
  fixture.clock.advance(15_000);
  expect(await tell()).toBe(1);
});

test("a poll that is already closed causes no event", async () => {
  await setUp({ deadline_voting: inMs(-1_000) });
  await follow();
  expect(await tell()).toBe(0);
  expect(await told()).toEqual([]);
});

test("without a subscriber there is no cursor, and a cursor is deleted with its subscriber", async () => {
  const poll = await setUp({}, { events: ["poll.updated", "results.changed"] });
  expect(await follow()).toBe(0);
  await fixture.db.prisma.webhook.updateMany({ data: { events: ["poll.closed"] } });
  expect(await follow()).toBe(1);
  await fixture.db.prisma.webhook.updateMany({ data: { endedAt: fixture.clock.now() } });
  await fixture.db.prisma.poll.update({
    where: { id: poll.id },
    data: { status: "closed", closedAt: fixture.clock.now() },
  });
  expect(await tell()).toBe(0);
  expect(await fixture.db.prisma.webhookCursor.count()).toBe(0);
});

test.each([
  ["open", "active", undefined, undefined],
  ["waiting", "active", 1, undefined],
  ["open", "active", 0, undefined],
  ["open", "active", -1, 1],
  ["closed", "active", -1, 0],
  ["closed", "active", undefined, -1],
  ["closed", "active", 1, -1],
  ["closed", "closed", undefined, undefined],
  ["closed", "closed", 1, 2],
] as const)(
  "%s: status %s, start in %s s, deadline in %s s; closed as readers see it",
  async (expected, status, start, deadline) => {
    const { now } = fixture.clock;
    const moments = {
      ...(start !== undefined && { start_date_voting: inMs(start * 1_000) }),
      ...(deadline !== undefined && { deadline_voting: inMs(deadline * 1_000) }),
    };
    const poll = await buildPoll(fixture.db, { settings: moments, status });
    const [found] = await inTransaction(fixture.db, (tx) => readPhases(tx, [poll.id], now()));
    expect(found?.phase).toBe(expected);
    expect(found?.phase === "closed").toBe(statusOf(poll, now()) === "closed");
  },
);

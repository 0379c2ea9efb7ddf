import {
  buildOption,
  buildParticipant,
  buildPoll,
  buildWebhook,
  type WebhookFacts,
} from "@polls/testing";
import { storeVotes } from "../../services/gateway/src/testing/store-votes";
import {
  checkResults,
  watchMissedPolls,
} from "../../services/webhook-worker/src/results/check-results";
import {
  openWebhookFixture,
  type WebhookFixture,
} from "../../services/webhook-worker/src/testing/webhook-fixture";

const EVERY_MS = 5_000;

let fixture: WebhookFixture;
beforeEach(async () => {
  fixture = await openWebhookFixture();
});

const needs = () => ({ db: fixture.db, clock: fixture.clock.now, resultsEveryMs: EVERY_MS });
const check = () => checkResults(needs());
const watch = () => watchMissedPolls(needs());
const told = () =>
  fixture.db.prisma.webhookDelivery.count({ where: { event: { type: "results.changed" } } });

async function setUp(facts: WebhookFacts = {}) {
  const poll = await buildPoll(fixture.db, { createdAt: fixture.clock.now() });
  const owner = { ownerAccountId: poll.ownerAccountId ?? 0n };
  await buildWebhook(fixture.db, { ...owner, createdAt: fixture.clock.now(), ...facts });
  const option = await buildOption(fixture.db, poll);
  const vote = async () => {
    const by = await buildParticipant(fixture.db, poll);
    await storeVotes(fixture.db, poll, [{ by, on: option, value: 1 }]);
  };
  return { poll, vote };
}

test("many votes cause one event, and no votes cause none", async () => {
  const { vote } = await setUp();
  expect(await watch()).toBe(1);
  expect(await watch()).toBe(0);
  expect(await check()).toBe(0);
  fixture.clock.advance(EVERY_MS);
  for (let n = 0; n < 5; n++) await vote();
  expect(await check()).toBe(1);
  expect(await check()).toBe(0);
  fixture.clock.advance(EVERY_MS);
  expect(await check()).toBe(0);
  expect(await told()).toBe(1);
});

test("votes from before the first check cause an event", async () => {
  const { vote } = await setUp();
  await vote();
  await fixture.db.prisma.vote.updateMany({ data: { createdAt: fixture.clock.now() } });
  await watch();
  expect(await check()).toBe(1);
});

test("votes from before the webhook cause none", async () => {
  const { vote } = await setUp();
  await vote();
  await fixture.db.prisma.vote.updateMany({ data: { createdAt: new Date(0) } });
  await watch();
  expect(await check()).toBe(0);
});

test("concurrent checks of several processes cause one event", async () => {
  const { vote } = await setUp();
  await watch();
  await check();
  fixture.clock.advance(EVERY_MS);
  await vote();
  const found = await Promise.all([check(), check(), check()]);
  expect(found.toSorted()).toEqual([0, 0, 1]);
  expect(await told()).toBe(1);
});

test("a check whose process was killed is repeated, and no event is lost", async () => {
  const { poll, vote } = await setUp();
  await watch();
  await check();
  fixture.clock.advance(EVERY_MS);
  await vote();
  // Claimed by a process that was killed.
  await fixture.db.prisma.webhookWatch.update({
    where: { pollId: poll.id },
    data: { nextLookAt: new Date(fixture.clock.now().getTime() + 15_000) },
  });
  expect(await check()).toBe(0);
  fixture.clock.advance(15_000);
  expect(await check()).toBe(1);
});

test("polls without a subscriber to results are not watched", async () => {
  await setUp({ events: ["poll.updated"] });
  expect(await watch()).toBe(0);
});

test("a poll is no longer watched without a subscriber, or when it is deleted", async () => {
  const { poll } = await setUp();
  const other = await setUp();
  expect(await watch()).toBe(2);
  await fixture.db.prisma.webhook.updateMany({
    where: { ownerAccountId: poll.ownerAccountId ?? 0n },
    data: { endedAt: fixture.clock.now() },
  });
  await fixture.db.prisma.poll.update({
    where: { id: other.poll.id },
    data: { deletedAt: fixture.clock.now() },
  });
  expect(await check()).toBe(0);
  expect(await fixture.db.prisma.webhookWatch.count()).toBe(0);
  expect(await watch()).toBe(0);
});

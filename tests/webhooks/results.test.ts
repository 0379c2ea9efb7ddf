import {
  buildOption,
  buildParticipant,
  buildPoll,
  buildWebhook,
  type WebhookFacts,
} from "@polls/testing";
import { storeVotes } from "../../services/gateway/src/testing/store-votes";
import {
  lookAtResults,
  watchMissedPolls,
} from "../../services/webhook-worker/src/results/look-at-results";
import {
  openWebhookFixture,
  type WebhookFixture,
} from "../../services/webhook-worker/src/testing/webhook-fixture";

const EVERY_MS = 5_000;

let room: WebhookFixture;
beforeEach(async () => {
  room = await openWebhookFixture();
});

const needs = () => ({ db: room.db, clock: room.clock.now, resultsEveryMs: EVERY_MS });
const look = () => lookAtResults(needs());
const watch = () => watchMissedPolls(needs());
const told = () =>
  room.db.prisma.webhookDelivery.count({ where: { event: { type: "results.changed" } } });

async function setUp(facts: WebhookFacts = {}) {
  const poll = await buildPoll(room.db, { createdAt: room.clock.now() });
  const owner = { ownerAccountId: poll.ownerAccountId ?? 0n };
  await buildWebhook(room.db, { ...owner, createdAt: room.clock.now(), ...facts });
  const option = await buildOption(room.db, poll);
  const vote = async () => {
    const by = await buildParticipant(room.db, poll);
    await storeVotes(room.db, poll, [{ by, on: option, value: 1 }]);
  };
  return { poll, vote };
}

test("many votes are one event, and no vote is none", async () => {
  const { vote } = await setUp();
  expect(await watch()).toBe(1);
  expect(await watch()).toBe(0);
  expect(await look()).toBe(0);
  room.clock.advance(EVERY_MS);
  for (let n = 0; n < 5; n++) await vote();
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  room.clock.advance(EVERY_MS);
  expect(await look()).toBe(0);
  expect(await told()).toBe(1);
});

test("votes from before the first look are told of", async () => {
  const { vote } = await setUp();
  await vote();
  await room.db.prisma.vote.updateMany({ data: { createdAt: room.clock.now() } });
  await watch();
  expect(await look()).toBe(1);
});

test("votes from before the webhook are not", async () => {
  const { vote } = await setUp();
  await vote();
  await room.db.prisma.vote.updateMany({ data: { createdAt: new Date(0) } });
  await watch();
  expect(await look()).toBe(0);
});

test("looks of several processes at once tell once", async () => {
  const { vote } = await setUp();
  await watch();
  await look();
  room.clock.advance(EVERY_MS);
  await vote();
  const found = await Promise.all([look(), look(), look()]);
  expect(found.toSorted()).toEqual([0, 0, 1]);
  expect(await told()).toBe(1);
});

test("a look that was killed is made again, and nothing is lost", async () => {
  const { poll, vote } = await setUp();
  await watch();
  await look();
  room.clock.advance(EVERY_MS);
  await vote();
  // Claimed by a process that is no more.
  await room.db.prisma.webhookWatch.update({
    where: { pollId: poll.id },
    data: { nextLookAt: new Date(room.clock.now().getTime() + 15_000) },
  });
  expect(await look()).toBe(0);
  room.clock.advance(15_000);
  expect(await look()).toBe(1);
});

test("who does not want to know of results has no poll watched", async () => {
  await setUp({ events: ["poll.updated"] });
  expect(await watch()).toBe(0);
});

test("without a subscriber, or when the poll is deleted, it is watched no more", async () => {
  const { poll } = await setUp();
  const other = await setUp();
  expect(await watch()).toBe(2);
  await room.db.prisma.webhook.updateMany({
    where: { ownerAccountId: poll.ownerAccountId ?? 0n },
    data: { endedAt: room.clock.now() },
  });
  await room.db.prisma.poll.update({
    where: { id: other.poll.id },
    data: { deletedAt: room.clock.now() },
  });
  expect(await look()).toBe(0);
  expect(await room.db.prisma.webhookWatch.count()).toBe(0);
  expect(await watch()).toBe(0);
});

// Covers docs/reference/webhooks.md: results-changed

import type { Prisma } from "@polls/db/connection";
import { inTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { watchResults } from "@polls/db/webhooks";
import {
  buildAttachment,
  buildOption,
  buildParticipant,
  buildPoll,
  buildWebhook,
  type WebhookFacts,
} from "@polls/testing";
import { storeVotes } from "../../services/gateway/testing/store-votes";
import { checkResults, watchMissedPolls } from "../../services/webhook-worker/testing";
import {
  openWebhookFixture,
  type WebhookFixture,
} from "../../services/webhook-worker/testing/webhook-fixture";

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
  return { poll, option, vote };
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

describe("changes that do not affect results cause no event", () => {
  const settled = async () => {
    const { poll, option, vote } = await setUp();
    await watch();
    await check();
    fixture.clock.advance(EVERY_MS);
    return { poll, option, vote };
  };
  const ofPoll = (change: Prisma.PollUpdateInput) => async (pollId: bigint) => {
    const data = { ...change, version: { increment: 1 } };
    await fixture.db.prisma.poll.update({ where: { id: pollId }, data });
  };
  const ofOption = (data: Prisma.OptionUpdateInput) => async (_pollId: bigint, id: bigint) => {
    await fixture.db.prisma.option.update({ where: { id }, data });
  };

  // Settings: rating_method
  test.each<[string, number, (pollId: bigint, optionId: bigint) => Promise<void>]>([
    ["another title of the poll", 0, ofPoll({ title: "Elsewhere" })],
    ["another admin hash", 0, ofPoll({ adminHash: newPublicId() })],
    ["another imprint", 0, ofPoll({ settings: { publisher: "Ada" } })],
    [
      "another description of an option",
      0,
      ofOption({ description: "Hot", updatedAt: new Date() }),
    ],
    [
      "a translation of the poll",
      0,
      ofPoll({ settings: { language: "en", translations: { de: { title: "Essen" } } } }),
    ],
    [
      "a translation of an option",
      0,
      ofOption({ settings: { translations: { de: { content: "Suppe" } } } }),
    ],
    ["a least size of images", 0, ofPoll({ settings: { image_min_width: 640 } })],
    ["a closed poll", 1, ofPoll({ status: "closed" })],
    ["another method of rating", 1, ofPoll({ settings: { rating_method: "average" } })],
    [
      "another place of the leaders",
      1,
      ofPoll({ settings: { default_sort: "options.rating desc" } }),
    ],
    ["an archived option", 1, ofOption({ archived: true })],
    ["another name of an option", 1, ofOption({ content: "Stew" })],
  ])("%s: %i", async (_what, events, change) => {
    const { poll, option } = await settled();
    await change(poll.id, option.id);
    expect(await check()).toBe(events);
    fixture.clock.advance(60_000);
    expect(await check()).toBe(0);
  });

  test("rendering the derivatives of a file causes no event", async () => {
    const { option } = await settled();
    const { id } = await buildAttachment(fixture.db, option);
    await check();
    fixture.clock.advance(60_000);
    await fixture.db.prisma.attachment.update({ where: { id }, data: { thumbhash: "AAAA" } });
    expect(await check()).toBe(0);
  });

  test("a fingerprint of an older release is replaced; only later votes are reported", async () => {
    const older = { data: { fingerprint: "results-1:1:1.2:3" } };
    const { vote } = await settled();
    await fixture.db.prisma.webhookWatch.updateMany(older);
    expect(await check()).toBe(0);
    fixture.clock.advance(60_000);
    await fixture.db.prisma.webhookWatch.updateMany(older);
    await vote();
    await fixture.db.prisma.vote.updateMany({ data: { createdAt: fixture.clock.now() } });
    expect(await check()).toBe(1);
  });
});

test("votes before the first check cause an event", async () => {
  const { vote } = await setUp();
  await vote();
  await fixture.db.prisma.vote.updateMany({ data: { createdAt: fixture.clock.now() } });
  await watch();
  expect(await check()).toBe(1);
});

test("votes before the webhook was created cause no event", async () => {
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
    data: { nextCheckAt: new Date(fixture.clock.now().getTime() + 15_000) },
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

test("a poll stays watched if a webhook subscribes while its watch is checked", async () => {
  const { poll } = await setUp();
  await watch();
  await fixture.db.prisma.webhook.updateMany({ data: { endedAt: fixture.clock.now() } });

  const { prisma } = fixture.db;
  const subscribe = async () => {
    const now = fixture.clock.now();
    const owner = { ownerAccountId: poll.ownerAccountId ?? 0n };
    const { id } = await buildWebhook(fixture.db, { ...owner, createdAt: now });
    await inTransaction(fixture.db, (tx) => watchResults(tx, { webhookId: id, now }));
  };
  const webhookWatch = new Proxy(prisma.webhookWatch, {
    get(target, name) {
      if (name !== "deleteMany") return Reflect.get(target, name);
      return async (deletion: Prisma.WebhookWatchDeleteManyArgs) => {
        await subscribe();
        return target.deleteMany(deletion);
      };
    },
  });
  const overtaken = new Proxy(prisma, {
    get: (target, name) => (name === "webhookWatch" ? webhookWatch : Reflect.get(target, name)),
  });
  const db = { ...fixture.db, prisma: overtaken };
  expect(await checkResults({ ...needs(), db })).toBe(0);
  expect(await prisma.webhookWatch.count()).toBe(1);
});

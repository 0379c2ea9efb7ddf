// Covers docs/reference/webhooks.md: votes

import { lockParticipants } from "@polls/db/participants";
import { lockPoll } from "@polls/db/polls";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import {
  buildOption,
  buildParticipant,
  buildParticipants,
  buildPoll,
  buildVote,
  buildWebhook,
  step,
  type WebhookFacts,
} from "@polls/testing";
import { storeVotes } from "../../services/gateway/testing/store-votes";
import {
  createSettledVotes,
  followMissedPolls,
  tellVotes,
} from "../../services/webhook-worker/testing";
import {
  openWebhookFixture,
  type WebhookFixture,
} from "../../services/webhook-worker/testing/webhook-fixture";

let fixture: WebhookFixture;
beforeEach(async () => {
  fixture = await openWebhookFixture();
});

/** The work of one worker process, with its state in memory. */
function newWorker(db = fixture.db) {
  const needs = { db, clock: fixture.clock.now, settledVotes: createSettledVotes(db) };
  return () => tellVotes(needs);
}

const follow = () => followMissedPolls({ db: fixture.db, clock: fixture.clock.now });

const events = () =>
  fixture.db.prisma.webhookEvent.findMany({
    where: { type: "vote.cast" },
    orderBy: { id: "asc" },
    include: { deliveries: true },
  });
const toldIds = async () => (await events()).flatMap(({ subjectIds }) => subjectIds);

async function setUp(facts: WebhookFacts = {}) {
  const poll = await buildPoll(fixture.db, { createdAt: fixture.clock.now() });
  const owner = { ownerAccountId: poll.ownerAccountId ?? 0n };
  const webhook = await buildWebhook(fixture.db, {
    ...owner,
    createdAt: fixture.clock.now(),
    ...facts,
  });
  const option = await buildOption(fixture.db, poll);
  const vote = async (at: Date = fixture.clock.now()) => {
    const by = await buildParticipant(fixture.db, poll);
    await storeVotes(fixture.db, poll, [{ by, on: option, value: 1 }]);
    const { id, publicId } = await fixture.db.prisma.vote.findFirstOrThrow({
      where: { participantId: by.id },
    });
    await fixture.db.prisma.vote.update({ where: { id }, data: { createdAt: at } });
    return publicId;
  };
  return { poll, webhook, option, vote };
}

test("votes of a second share one event with their ids, in order; each is reported once", async () => {
  const { poll, vote } = await setUp();
  const tell = newWorker();
  expect(await follow()).toBe(2);
  expect(await follow()).toBe(0);
  const first = [await vote(), await vote(), await vote()];
  expect(await tell()).toBe(1);
  const later = await vote();
  expect(await tell()).toBe(0);
  fixture.clock.advance(999);
  expect(await tell()).toBe(0);
  fixture.clock.advance(1);
  expect(await tell()).toBe(1);
  fixture.clock.advance(60_000);
  expect(await tell()).toBe(0);
  const told = await events();
  expect(
    told.map(({ subjectIds, pollHash, deliveries }) => [subjectIds, pollHash, deliveries.length]),
  ).toEqual([
    [first, poll.memberHash, 1],
    [[later], poll.memberHash, 1],
  ]);
});

test("of more than 1,000 votes in a second, the next events report the rest", async () => {
  const { poll, option } = await setUp();
  const tell = newWorker();
  await follow();
  const { id: participantId } = await buildParticipant(fixture.db, poll);
  await fixture.db.prisma.vote.createMany({
    data: Array.from({ length: 1_500 }, (_, day) => ({
      publicId: newPublicId(),
      pollId: poll.id,
      participantId,
      optionId: option.id,
      type: "Votes::BooleanVote",
      value: 1,
      createdAt: fixture.clock.now(),
      voteDate: new Date(86_400_000 * day),
    })),
  });
  expect(await tell()).toBe(1);
  fixture.clock.advance(1_000);
  expect(await tell()).toBe(1);
  expect((await events()).map(({ subjectIds }) => subjectIds.length)).toEqual([1_000, 500]);
  expect(new Set(await toldIds()).size).toBe(1_500);
});

test("a vote that commits after a vote with a higher id is reported, and none twice", async () => {
  const { poll, option, vote } = await setUp();
  const tell = newWorker();
  await follow();
  const by = await buildParticipant(fixture.db, poll);
  const early = newPublicId();
  const inserted = step();
  const committed = step();
  const slow = inTransaction(fixture.db, async (tx) => {
    await lockPoll(tx, poll.id, "shared");
    await buildVote(tx, option, by, { publicId: early, createdAt: fixture.clock.now() });
    inserted.done();
    await committed.promise;
  });
  await inserted.promise;
  const late = await vote();
  expect(await tell()).toBe(0);
  fixture.clock.advance(1_000);
  expect(await tell()).toBe(0);
  committed.done();
  await slow;
  fixture.clock.advance(1_000);
  expect(await newWorker()()).toBe(1);
  expect(await toldIds()).toEqual([early, late]);
  fixture.clock.advance(60_000);
  expect(await newWorker()()).toBe(0);
});

test("votes are not settled while a vote with a lower id may commit, even if its transaction began later", async () => {
  const { poll, option } = await setUp();
  const [first, second] = await buildParticipants(fixture.db, poll, 2);
  if (first === undefined || second === undefined) throw new Error("a participant is missing");
  const begun = step();
  const inserted = step();
  const committed = step();
  const insert = (tx: PrismaTransaction, id: bigint) =>
    buildVote(tx, option, { id }, { createdAt: fixture.clock.now() });
  const earlier = inTransaction(fixture.db, async (tx) => {
    await lockPoll(tx, poll.id, "shared");
    await lockParticipants(tx, [first.publicId]);
    begun.done();
    await inserted.promise;
    return insert(tx, first.id);
  });
  const later = inTransaction(fixture.db, async (tx) => {
    await begun.promise;
    await lockPoll(tx, poll.id, "shared");
    await lockParticipants(tx, [second.publicId]);
    const vote = await insert(tx, second.id);
    inserted.done();
    await committed.promise;
    return vote;
  });
  const higher = await earlier;
  const settledVotes = createSettledVotes(fixture.db);
  const whileRunning = await settledVotes();
  committed.done();
  const lower = await later;
  expect(lower.id).toBeLessThan(higher.id);
  expect(whileRunning.upTo).toBeLessThan(lower.id);
  expect(await settledVotes()).toEqual({ upTo: higher.id, all: true });
});

test("each vote is reported exactly once under concurrent commits, with several and killed workers", async () => {
  const { poll, option } = await setUp();
  await follow();
  const participants = await buildParticipants(fixture.db, poll, 120);
  const committed: string[] = [];
  let casting = true;
  const cast = async (mine: typeof participants) => {
    for (const { id: participantId } of mine) {
      const publicId = newPublicId();
      const rollsBack = Math.random() < 0.2;
      await inTransaction(fixture.db, async (tx) => {
        await lockPoll(tx, poll.id, "shared");
        await buildVote(
          tx,
          option,
          { id: participantId },
          { publicId, createdAt: fixture.clock.now() },
        );
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        if (rollsBack) throw new Error("rolls back");
      }).then(
        () => committed.push(publicId),
        (error: Error) => expect(error.message).toBe("rolls back"),
      );
    }
  };
  /** A worker that dies in every third transaction, after it has written its event, and then starts again. */
  const work = async () => {
    let attempts = 0;
    const dying = new Proxy(fixture.db, {
      get(db, name) {
        if (name !== "transaction") return Reflect.get(db, name);
        return (...given: Parameters<typeof db.transaction>) => {
          const [run, ...rest] = given;
          attempts += 1;
          if (attempts % 3 !== 0) return db.transaction(run, ...rest);
          return db.transaction(
            async (tx) => {
              await run(tx);
              throw new Error("killed");
            },
            ...rest,
          );
        };
      },
    });
    const start = () => newWorker(dying);
    let tell = start();
    for (let looks = 0, quiet = 0; quiet < 20 && looks < 10_000; looks++) {
      fixture.clock.advance(16_000);
      const found = await tell().catch((error: Error) => {
        expect(error.message).toBe("killed");
        tell = start();
        return 1;
      });
      quiet = casting || found > 0 ? 0 : quiet + 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const workers = Promise.all([work(), work()]);
  const parts = [0, 1, 2].map((at) => participants.slice(at * 40, at * 40 + 40));
  await Promise.all(parts.map(cast));
  casting = false;
  await workers;
  const told = await toldIds();
  expect(told.length).toBe(committed.length);
  expect(told.toSorted()).toEqual(committed.toSorted());
});

test("a poll has at most one event a second over all workers", async () => {
  const { vote } = await setUp();
  await follow();
  const workers = [newWorker(), newWorker(), newWorker()];
  const begin = fixture.clock.now().getTime();
  for (let step = 0; step < 30; step++) {
    await vote();
    await Promise.all(workers.map((tell) => tell()));
    fixture.clock.advance(100);
  }
  const seconds = (await events()).map(({ createdAt }) => createdAt.getTime() - begin);
  expect(seconds).toEqual([0, 1_000, 2_000]);
});

test("while every webhook of a poll fails, it has one event a minute, and no vote is lost", async () => {
  const { webhook, vote } = await setUp();
  await follow();
  const failing = (failingSince: Date | null) =>
    fixture.db.prisma.webhook.update({ where: { id: webhook.id }, data: { failingSince } });
  await failing(fixture.clock.now());
  const tell = newWorker();
  const cast = [await vote()];
  expect(await tell()).toBe(1);
  cast.push(await vote());
  fixture.clock.advance(59_999);
  expect(await tell()).toBe(0);
  fixture.clock.advance(1);
  await failing(null);
  expect(await tell()).toBe(1);
  cast.push(await vote());
  fixture.clock.advance(1_000);
  expect(await tell()).toBe(1);
  expect(await toldIds()).toEqual(cast);
});

test("polls without a subscriber to votes have no cursor and no event", async () => {
  const { vote } = await setUp({ events: ["results.changed", "poll.updated"] });
  expect(await follow()).toBe(0);
  await vote();
  expect(await newWorker()()).toBe(0);
  expect(await fixture.db.prisma.webhookCursor.count()).toBe(0);
  expect(await events()).toEqual([]);
});

test("votes before the webhook was created are not reported", async () => {
  const { vote } = await setUp();
  await vote(new Date(fixture.clock.now().getTime() - 1));
  await follow();
  const after = await vote();
  expect(await newWorker()()).toBe(1);
  expect(await toldIds()).toEqual([after]);
});

test("a cursor is deleted without a subscriber, and with its poll", async () => {
  const { webhook, vote } = await setUp();
  const other = await setUp();
  expect(await follow()).toBe(4);
  await fixture.db.prisma.webhook.update({
    where: { id: webhook.id },
    data: { events: ["poll.updated"] },
  });
  await fixture.db.prisma.poll.update({
    where: { id: other.poll.id },
    data: { deletedAt: fixture.clock.now() },
  });
  await vote();
  expect(await newWorker()()).toBe(0);
  expect(await fixture.db.prisma.webhookCursor.count({ where: { kind: "votes" } })).toBe(0);
});

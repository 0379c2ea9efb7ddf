// Covers docs/reliability.md: vote-transaction

import { buildPoll, shareDatabase } from "@polls/testing";
import { inTransaction } from "../sql/in-transaction";
import type { Transaction } from "../sql/queryable";
import { createPollCache, lockPolls, type PollCache } from "./poll-cache";

const db = shareDatabase();

const MORE_THAN_FIT = 10_001;

/** A cache that has served more polls than it keeps. */
function fullCache(): PollCache {
  const cache = createPollCache();
  for (let n = 1; n <= MORE_THAN_FIT; n++) cache.idByHash.set(`gone-${n}`, -BigInt(n));
  return cache;
}

const hold = (hashes: readonly string[], cache: PollCache, wrap = (tx: Transaction) => tx) =>
  inTransaction(db, async (tx) => (await lockPolls(wrap(tx), hashes, cache)).polls);

test("a cached poll is found together with a new one that empties the cache", async () => {
  const [known, fresh] = [await buildPoll(db), await buildPoll(db)];
  const cache = fullCache();
  cache.idByHash.set(known.memberHash, known.id);
  const polls = await hold([known.memberHash, fresh.adminHash], cache);
  expect(polls.get(known.memberHash)?.id).toBe(known.id);
  expect(polls.get(fresh.adminHash)?.id).toBe(fresh.id);
});

test("a poll is found when the cache is emptied between two of its queries", async () => {
  const poll = await buildPoll(db);
  const cache = createPollCache();
  const emptying = (tx: Transaction): Transaction => ({
    ...tx,
    async run(statement) {
      const result = await tx.run(statement);
      cache.idByHash.clear();
      cache.byId.clear();
      return result;
    },
  });
  for (let n = 0; n < 2; n++) {
    const polls = await hold([poll.memberHash], cache, emptying);
    expect([...polls.keys()]).toEqual([poll.memberHash]);
  }
});

test("a changed or deleted poll, or one with another hash, is not answered from the cache", async () => {
  const [poll, other] = [await buildPoll(db), await buildPoll(db)];
  const cache = createPollCache();
  await hold([poll.memberHash, other.memberHash], cache);

  const { memberHash } = poll;
  await db.prisma.poll.update({
    where: { id: poll.id },
    data: { memberHash: "moved-away", title: "Renamed", version: { increment: 1 } },
  });
  await db.prisma.poll.update({
    where: { id: other.id },
    data: { memberHash, version: { increment: 1 } },
  });
  const polls = await hold([memberHash, "moved-away", other.memberHash], cache);
  expect(polls.get(memberHash)?.id).toBe(other.id);
  expect(polls.get("moved-away")).toMatchObject({ id: poll.id, title: "Renamed" });
  expect(polls.has(other.memberHash)).toBe(false);

  await db.prisma.poll.update({ where: { id: poll.id }, data: { deletedAt: new Date() } });
  expect((await hold(["moved-away"], cache)).size).toBe(0);
});

test("a poll that has the hash of another one by now is locked in a new transaction, so locks keep their order", async () => {
  const [first, second] = [await buildPoll(db), await buildPoll(db)];
  const cache = createPollCache();
  await hold([second.memberHash], cache);
  await db.prisma.poll.update({
    where: { id: second.id },
    data: { memberHash: "moved-in-order", version: { increment: 1 } },
  });
  await db.prisma.poll.update({
    where: { id: first.id },
    data: { memberHash: second.memberHash, version: { increment: 1 } },
  });
  const locked: string[][] = [];
  const recording = (tx: Transaction): Transaction => {
    const names: string[] = [];
    locked.push(names);
    return {
      ...tx,
      run(statement) {
        if (statement.name === "lock-polls-shared") names.push(String(statement.values));
        return tx.run(statement);
      },
    };
  };
  const polls = await hold([second.memberHash], cache, recording);
  expect(polls.get(second.memberHash)?.id).toBe(first.id);
  expect(locked).toEqual([[String(second.id)], [String(first.id)]]);
});

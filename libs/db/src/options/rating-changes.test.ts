import type { Poll } from "@polls/domain/polls";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  buildVote,
  shareDatabase,
  step,
} from "@polls/testing";
import { inTransaction } from "../sql/in-transaction";
import type { PrismaTransaction } from "../sql/queryable";
import { keepRanking, readKeptRanking } from "./kept-rankings";
import {
  type ChangeCursor,
  changedOptions,
  deleteOldRatingChanges,
  endOfChanges,
} from "./rating-changes";

const db = shareDatabase({ max: 4 });

test("transactions that began before the newest vote may run, also those after the last that ended", async () => {
  const poll = await buildPoll(db);
  const option = await buildOption(db, poll);
  const voters = [await buildParticipant(db, poll), await buildParticipant(db, poll)] as const;
  const insert = (tx: PrismaTransaction, voter: { readonly id: bigint }) =>
    buildVote(tx, option, voter, { createdAt: new Date() });
  const begun = step();
  const inserted = step();
  const read = step();
  /** Writes, and so gets its transaction id. */
  const begin = ({ prisma }: PrismaTransaction, { id }: { readonly id: bigint }) =>
    prisma.participant.update({ where: { id }, data: { userName: "Ada" } });
  const earlier = inTransaction(db, async (tx) => {
    await begin(tx, voters[0]);
    begun.done();
    await inserted.promise;
    return insert(tx, voters[0]);
  });
  const later = inTransaction(db, async (tx) => {
    await begun.promise;
    await begin(tx, voters[1]);
    const vote = await insert(tx, voters[1]);
    inserted.done();
    await read.promise;
    return vote;
  });
  const higher = await earlier;
  const end = await endOfChanges(db, poll.id);
  read.done();
  expect((await later).id).toBeLessThan(higher.id);
  expect(end.voteId).toBe(higher.id);
  expect(end.running).toBeLessThan(end.next);
});

test("more changes than one reading allows are reported, also if they are of few options", async () => {
  const poll = await buildPoll(db);
  const option = await buildOption(db, poll);
  const other = await buildOption(db, poll);
  const cursor = { voteId: 0n, changeId: 0n };
  const change = (optionId: bigint, times: number) =>
    db.pool.query(
      "INSERT INTO rating_changes (poll_id, option_id) SELECT $1, $2 FROM generate_series(1, $3)",
      [poll.id, optionId, times],
    );
  await db.pool.query("DELETE FROM rating_changes");
  await change(option.id, 19_998);
  await change(other.id, 1);
  const changed = await changedOptions(db, poll.id, cursor);
  expect(new Set(changed)).toEqual(new Set([option.id, other.id]));
  await change(option.id, 2);
  expect(await changedOptions(db, poll.id, cursor)).toBeUndefined();
});

test("a stored ranking is deleted with the first change that it lacks", async () => {
  await db.pool.query("DELETE FROM rating_changes");
  const polls = [await buildPoll(db), await buildPoll(db), await buildPoll(db)] as const;
  const [changed, current, quiet] = polls;
  for (const poll of [changed, current]) await buildOption(db, poll);
  const before = { voteId: 0n, changeId: 0n };
  const keep = ({ id: pollId }: Poll, cursor: ChangeCursor) =>
    keepRanking(
      db,
      { pollId, parentId: undefined },
      { settings: "as now", ...cursor, figures: Buffer.from([0, 255]) },
    );
  await keep(changed, before);
  await keep(current, await endOfChanges(db, current.id));
  await keep(quiet, before);
  const stored = () =>
    Promise.all(
      polls.map(async ({ id: pollId }) => {
        const key = { pollId, parentId: undefined };
        return Buffer.from((await readKeptRanking(db, key, "as now"))?.figures ?? []).toString(
          "hex",
        );
      }),
    );
  const deleteUntil = (time: Date) =>
    inTransaction(db, (tx) => deleteOldRatingChanges(tx, time, 100));
  expect(await deleteUntil(new Date(0))).toBe(0);
  expect(await stored()).toEqual(["00ff", "00ff", "00ff"]);
  expect(await deleteUntil(new Date(Date.now() + 3_600_000))).toBe(2);
  expect(await stored()).toEqual(["", "00ff", "00ff"]);
  expect(await readKeptRanking(db, { pollId: quiet.id, parentId: undefined }, "others")).toBe(
    undefined,
  );
});

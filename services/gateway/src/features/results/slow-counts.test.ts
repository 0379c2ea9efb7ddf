// Covers docs/reference/results.md: distributions

import { countVotesSlowly } from "@polls/db/votes";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildAccount, buildOption, buildPoll, shareDatabase, waitFor } from "@polls/testing";
import { storeVotes } from "../../../testing/store-votes";

const db = shareDatabase({ max: 2 });
let poll: Poll;
let option: Option;
beforeAll(async () => {
  poll = await buildPoll(db, { ownerAccountId: (await buildAccount(db)).id });
  option = await buildOption(db, poll);
  await storeVotes(db, poll, [{ on: option, value: 1 }]);
  // Makes each read of a vote so slow that the count exceeds the timeout of other statements.
  await db.pool.query(`ALTER TABLE votes RENAME TO quick_votes;
    CREATE VIEW votes AS SELECT * FROM quick_votes WHERE pg_sleep(9) IS NOT NULL`);
});

const votes = () => ({ pollId: poll.id, publicIds: [option.publicId], withRanks: false });

const counting = async (): Promise<number> => {
  const { rows } = await db.pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%counted AS%' AND state = 'active' AND pid <> pg_backend_pid()",
  );
  return rows.length;
};

test("a count may take longer than any other statement", async () => {
  const found = await countVotesSlowly(db, votes(), new AbortController().signal);
  expect(found.get(option.publicId)).toMatchObject({
    optionId: option.id,
    distribution: { 1: 1 },
    tallies: [{ votes: 1, total: 1, voters: 1 }],
    ballots: 1,
  });
});

test("a count ends with its process, on the database server too", async () => {
  const ending = new AbortController();
  const count = countVotesSlowly(db, votes(), ending.signal);
  await waitFor(async () => (await counting()) === 1, { what: "the count" });
  ending.abort();
  await expect(count).rejects.toThrow("canceling statement");
  await waitFor(async () => (await counting()) === 0, {
    what: "the end of the count",
    deadlineMs: 5_000,
  });
  await expect(countVotesSlowly(db, votes(), ending.signal)).rejects.toThrow("abort");
});

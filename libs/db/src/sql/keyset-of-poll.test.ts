// Covers docs/reliability.md: expensive-requests

import { buildOption, buildPoll, recordStatements, shareDatabase } from "@polls/testing";
import { changedOptions, endOfChanges } from "../options";
import { pageOfParticipantIds } from "../participants";
import { participantBatches, readBallots } from "../votes";

const VOTES = 20_000;

const db = shareDatabase();
/** The older one of two large polls. */
let pollId: bigint;
let optionId: bigint;
beforeAll(async () => {
  const polls = [await buildPoll(db), await buildPoll(db)] as const;
  for (const poll of polls) {
    const option = await buildOption(db, poll);
    await db.pool.query(
      `WITH voters AS (
         INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at)
         SELECT $1::text || 'p' || n, $1::bigint, 'user:0', now() FROM generate_series(1, ${VOTES}) AS n
         RETURNING id)
       INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, counts, score)
       SELECT 'v' || id, $1::bigint, id, $2::bigint, 'Votes::RatingVote', 3, true, 3 FROM voters`,
      [String(poll.id), String(option.id)],
    );
    optionId ??= option.id;
  }
  pollId = polls[0].id;
  await db.pool.query("ANALYZE");
});

interface Node {
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Node[];
}
const skippedRows = ({ "Rows Removed by Filter": own = 0, Plans = [] }: Node): number =>
  Plans.reduce((sum, plan) => sum + skippedRows(plan), own);

async function drained(batches: AsyncIterable<unknown>) {
  for await (const _ of batches);
}

test.each<[string, () => Promise<unknown>]>([
  ["its changes", async () => changedOptions(db, pollId, await endOfChanges(db, pollId))],
  ["its ballots", () => drained(readBallots(db, pollId, [optionId]))],
  ["its participants in batches", () => drained(participantBatches(db, pollId))],
  [
    "a page of its participants",
    () =>
      pageOfParticipantIds(db, pollId, "all", {
        limit: 20,
        offset: 0,
        total: VOTES,
        anonymous: false,
      }),
  ],
])("reading %s skips no newer rows of another poll", async (_name, read) => {
  const statements = recordStatements(db.pool);
  await read();
  const last = statements.slice(-2);
  expect(last).not.toHaveLength(0);
  for (const { text, values } of last) {
    const { rows } = await db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
    expect(skippedRows(rows[0]["QUERY PLAN"][0].Plan)).toBeLessThan(100);
  }
});

// Covers docs/reference/ratings.md: best-distribution

import { inSnapshot } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";
import { buildOption, countStored } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { type Assignments, createAssignments } from "./assignments";

const gateway = shareGateway();
const owner = shareAccount(gateway);

/** A poll in which each participant gives each option a value. */
async function fixture(participants: number, options: number): Promise<Poll> {
  const { db } = gateway;
  const poll = await owner.buildPoll({
    settings: { target: "best_distribution", vote_type: "Votes::RatingVote" },
  });
  const optionIds: string[] = [];
  for (let n = 0; n < options; n++) optionIds.push(String((await buildOption(db, poll)).id));
  const { rows } = await db.pool.query<{ id: string }>(
    `INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at)
     SELECT 'voter-' || $1::bigint || '-' || n, $1::bigint, 'user:0', now()
     FROM generate_series(1, $2::int) AS n RETURNING id`,
    [String(poll.id), participants],
  );
  await db.pool.query(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, score, counts)
     SELECT 'vote-' || p || '-' || o, $1::bigint, p, o, 'Votes::RatingVote', value, value, true
     FROM unnest($2::bigint[]) AS p, unnest($3::bigint[]) AS o,
       LATERAL (SELECT 1 + (p * 7 + o * 13) % 5 AS value) AS given`,
    [String(poll.id), rows.map(({ id }) => String(id)), optionIds],
  );
  await countStored(db, poll.id);
  return poll;
}

const read = (assignments: Assignments, poll: Poll) =>
  inSnapshot(gateway.db, (snapshot) => assignments.of(snapshot, poll));

const touch = (poll: Poll) =>
  gateway.db.pool.query("UPDATE options SET position = position WHERE poll_id = $1::bigint", [
    String(poll.id),
  ]);

test("assignments are computed once for all readers, and again after a change", async () => {
  const poll = await fixture(4, 3);
  const assignments = createAssignments();
  const first = await read(assignments, poll);
  expect(first).toHaveLength(3);
  expect(await read(assignments, poll)).toBe(first);
  await touch(poll);
  expect(await read(assignments, poll)).not.toBe(first);
});

describe("assignments of many participants", () => {
  let nowMs = 10_000;
  const assignments = createAssignments(() => nowMs);
  let poll: Poll;
  beforeAll(async () => {
    poll = await fixture(300, 20);
  });

  test("are computed once for concurrent readers, and are up to 2 s old", async () => {
    const [first, other] = await Promise.all([read(assignments, poll), read(assignments, poll)]);
    expect(first).toBe(other);
    expect(first).toHaveLength(20);
    await touch(poll);
    nowMs += 1_999;
    expect(await read(assignments, poll)).toBe(first);
    nowMs += 1;
    const next = await read(assignments, poll);
    expect(next).not.toBe(first);
    expect(next).toEqual(first);
  });
});

test("assignments are not computed above a limit", async () => {
  const poll = await fixture(4, 3);
  await gateway.db.pool.query(
    "UPDATE poll_tallies SET ballots = 200000 WHERE poll_id = $1::bigint",
    [String(poll.id)],
  );
  expect(await read(createAssignments(), poll)).toEqual([]);
});

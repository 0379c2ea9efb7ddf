// Covers docs/reliability.md: counts

import { countStored, shareDatabase, tallyDrift } from "@polls/testing";
import { newPublicId } from "../tokens/public-id";
import { recountAll } from "./recount";

const db = shareDatabase({ max: 4 });
beforeAll(async () => {
  await db.pool.query(
    "INSERT INTO accounts (public_id, email, name) VALUES ('a', 'a@example.org', 'A')",
  );
});

/** A poll with votes of every kind, inserted directly and not counted yet. */
async function pollWithVotes(): Promise<bigint> {
  const tag = newPublicId();
  const { rows } = await db.pool.query<{ id: string }>(
    `INSERT INTO polls (member_hash, admin_hash, type, title, owner_account_id, created_by_account_id)
     SELECT 'm' || $1, 'a' || $1, 'Polls::Voting', 'Poll', id, id FROM accounts RETURNING id`,
    [tag],
  );
  const id = rows[0]?.id;
  await db.pool.query(
    `INSERT INTO options (public_id, poll_id, type, position)
     SELECT $2::text || n, $1, 'Options::TextOption', n FROM generate_series(1, 6) n`,
    [id, tag],
  );
  // Of every five participants, one is fraudulent, one has not paid, and one is not confirmed.
  await db.pool.query(
    `INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at, fraudulent, paid)
     SELECT $2::text || n, $1, 'anonymous:' || n, CASE WHEN n % 5 > 0 THEN now() END, n % 5 = 1,
            CASE n % 5 WHEN 2 THEN false WHEN 3 THEN true END
     FROM generate_series(1, 40) n`,
    [id, tag],
  );
  await db.pool.query(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, voting_category_id,
       vote_date, value, counts, score, says_no)
     SELECT $2::text || p.id || '-' || o.id || '-' || n, $1, p.id, o.id, 'Votes::NumberVote',
            CASE WHEN n = 2 THEN 1 + o.id % 2 END, CASE WHEN n = 3 THEN date '2026-01-01' + n END, n,
            (p.id + o.id + n) % 7 > 0, (p.id * n) % 5, (p.id + n) % 3 = 0
     FROM participants p, options o, generate_series(1, 3) n
     WHERE p.poll_id = $1 AND o.poll_id = $1 AND (p.id + o.id) % 4 > 0`,
    [id, tag],
  );
  await db.pool.query(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, loser_option_id, type, counts, score)
     SELECT $2::text || p.id, $1, p.id, min(o.id), max(o.id), 'Votes::PairwiseVote', true, 1
     FROM participants p, options o WHERE p.poll_id = $1 AND o.poll_id = $1 GROUP BY p.id`,
    [id, tag],
  );
  return BigInt(id ?? 0);
}

/** The stored counts, and the same counts from views with the simplest possible definitions. */
async function kept(pollId: bigint) {
  const one = async (text: string) => (await db.pool.query(text, [String(pollId)])).rows;
  return {
    options: await one(
      `SELECT option_id, voting_category_id AS category, sum(votes)::int AS votes, sum(total) AS total,
              sum(noes)::int AS noes, sum(voters)::int AS voters, sum(places)::int AS places
       FROM option_tallies t JOIN options o ON o.id = t.option_id WHERE o.poll_id = $1
       GROUP BY 1, 2
       HAVING (sum(votes), sum(total), sum(noes), sum(voters), sum(places)) <> (0, 0, 0, 0, 0)
       ORDER BY 1, 2`,
    ),
    poll: await one(
      `SELECT sum(participants)::int AS participants, sum(ballots)::int AS ballots
       FROM poll_tallies WHERE poll_id = $1`,
    ),
  };
}
async function plainly(pollId: bigint) {
  const one = async (text: string) => (await db.pool.query(text, [String(pollId)])).rows;
  return {
    options: await one(
      `SELECT option_id, category, votes, total, noes, voters, places FROM true_option_tallies
       WHERE poll_id = $1 ORDER BY 1, 2`,
    ),
    poll: await one("SELECT participants, ballots FROM true_poll_tallies WHERE poll_id = $1"),
  };
}

test("a recount agrees with the views for votes of every kind", async () => {
  const poll = await pollWithVotes();
  expect(await tallyDrift(db, poll)).toBeGreaterThan(10);
  await countStored(db, poll);
  expect(await tallyDrift(db, poll)).toBe(0);
  const plain = await plainly(poll);
  expect(plain.options.length).toBeGreaterThan(10);
  expect(await kept(poll)).toEqual(plain);
});

test("a recount finds every wrong count and corrects it by the difference", async () => {
  const poll = await pollWithVotes();
  await recountAll(db, { pollIds: [poll], repair: true });
  const changes = [
    "UPDATE option_tallies SET votes = votes + 1 WHERE ctid IN (SELECT min(ctid) FROM option_tallies)",
    "UPDATE option_tallies SET total = total - 0.5 WHERE ctid IN (SELECT min(ctid) FROM option_tallies)",
    "UPDATE option_tallies SET noes = noes + 2 WHERE ctid IN (SELECT min(ctid) FROM option_tallies)",
    "UPDATE option_tallies SET voters = 0 WHERE ctid IN (SELECT max(ctid) FROM option_tallies WHERE voters > 0)",
    "UPDATE option_tallies SET places = places + 1 WHERE ctid IN (SELECT max(ctid) FROM option_tallies)",
    `DELETE FROM option_tallies WHERE ctid IN (SELECT max(ctid) FROM option_tallies WHERE votes > 0)`,
    "UPDATE poll_tallies SET participants = participants + 1 WHERE ctid IN (SELECT min(ctid) FROM poll_tallies)",
    "UPDATE poll_tallies SET ballots = 0 WHERE ctid IN (SELECT max(ctid) FROM poll_tallies WHERE ballots > 0)",
    "DELETE FROM votes WHERE ctid IN (SELECT max(ctid) FROM votes WHERE counts)",
  ];
  for (const change of changes) {
    await db.pool.query(change);
    const before = await recountAll(db, { repair: false });
    expect([change, before.drift > 0]).toEqual([change, true]);
    expect(await recountAll(db, { repair: true })).toEqual(before);
    expect((await recountAll(db, { repair: false })).drift).toBe(0);
  }
});

test("concurrent recounts correct a count only once", async () => {
  const poll = await pollWithVotes();
  await Promise.all([1, 2, 3].map(() => recountAll(db, { pollIds: [poll], repair: true })));
  expect(await kept(poll)).toEqual(await plainly(poll));
});

test("a recount and a cast vote do not block each other", async () => {
  const poll = await pollWithVotes();
  await recountAll(db, { repair: true });
  const voter = await db.pool.connect();
  try {
    await voter.query("BEGIN");
    await voter.query("SELECT pg_advisory_xact_lock_shared(1, $1::int)", [String(poll)]);
    await voter.query("UPDATE option_tallies SET votes = votes + 1");
    await voter.query("UPDATE participants SET updated_at = now()");
    expect((await recountAll(db, { repair: true })).drift).toBe(0);
    await voter.query("ROLLBACK");
  } finally {
    voter.release();
  }
});

test("a large poll is recounted in ranges that cover all of its options", async () => {
  const poll = await pollWithVotes();
  await recountAll(db, { pollIds: [poll], repair: true });
  // Tallies that claim this many votes make each option a range by itself.
  await db.pool.query(
    `UPDATE option_tallies t SET votes = votes + 800000 FROM options o
     WHERE o.id = t.option_id AND o.poll_id = $1 AND t.voting_category_id = 0`,
    [String(poll)],
  );
  const off = await tallyDrift(db, poll);
  expect(off).toBe(6);
  const { wrong, ...counted } = await recountAll(db, { pollIds: [poll], repair: true });
  expect(counted).toEqual({ polls: 1, drift: off });
  expect(
    wrong.map(({ count, stored, actual }) => [count, Number(stored) - Number(actual)]),
  ).toEqual(Array.from({ length: off }, () => ["votes", 800_000]));
  expect(await kept(poll)).toEqual(await plainly(poll));
});

import { Client } from "pg";

/** Inserts rows like the service. */
export async function openSeed(databaseUrl) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  // Counts are inserted too, because triggers and foreign keys are disabled.
  await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
  return {
    client,
    async end() {
      await client.query("VACUUM ANALYZE");
      await client.end();
    },
  };
}

const publicId = (key) =>
  `substr(translate(encode(sha256((${key})::text::bytea), 'base64'), '+/=', '-_0'), 1, 22)`;

/** Inserts top-level options of a poll, created a second apart. Gives the first id. */
export async function seedOptions({ client }, hash, count, type = "Options::TextOption") {
  const { rows } = await client.query(
    `WITH made AS (
       INSERT INTO options (public_id, poll_id, type, owner_key, content, position, created_at, updated_at)
       SELECT ${publicId("'option ' || p.id || ' ' || n")}, p.id, $3, 'user:' || p.owner_account_id,
              md5(n::text), n, now() - make_interval(secs => $2 - n), now()
       FROM polls p, generate_series(1, $2::int) AS n WHERE p.member_hash = $1 ORDER BY n
       RETURNING id, poll_id)
     SELECT min(id) AS first, min(poll_id) AS poll_id FROM made`,
    [hash, count, type],
  );
  const [{ first, poll_id: pollId }] = rows;
  await client.query(
    `INSERT INTO option_counts (poll_id, parent_id, slot, options, shown) VALUES ($1, 0, 0, $2, $2)`,
    [pollId, count],
  );
  return { pollId, first, count };
}

export async function seedParticipants({ client }, { pollId }, count) {
  const { rows } = await client.query(
    `WITH made AS (
       INSERT INTO participants (public_id, poll_id, owner_key, user_name, confirmed_at, updated_at)
       SELECT ${publicId("'voter ' || p.id || ' ' || n")}, p.id, 'user:' || p.owner_account_id,
              'Voter ' || n, now(), now()
       FROM polls p, generate_series(1, $2::int) AS n WHERE p.id = $1 ORDER BY n RETURNING id)
     SELECT min(id) AS first FROM made`,
    [pollId, count],
  );
  await client.query(
    `INSERT INTO poll_tallies (poll_id, slot, participants, ballots) VALUES ($1, 0, $2, $2)`,
    [pollId, count],
  );
  return { first: rows[0].first, count };
}

/** Inserts ratings of 1 to 5; each participant rates `perParticipant` options. */
export async function seedRatings({ client }, options, participants, perParticipant) {
  await client.query(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, counts, score)
     SELECT ${publicId("'vote ' || $1::bigint || ' ' || p || ' ' || j")}, $1, $4::bigint + p,
            $2::bigint + (p::bigint * $6 + j) % $3, 'Votes::RatingVote', v, true, v
     FROM generate_series(0, $5::int - 1) AS p, generate_series(0, $6::int - 1) AS j,
          LATERAL (SELECT 1 + abs(hashint8(p::bigint * 31 + j)) % 5 AS v) AS given`,
    [
      options.pollId,
      options.first,
      options.count,
      participants.first,
      participants.count,
      perParticipant,
    ],
  );
  await countRatings({ client }, options.pollId);
}

/** The number of slots: one per connection of a gateway. */
const SLOTS = 10;

const countRatings = ({ client }, pollId) =>
  client.query(
    `INSERT INTO option_tallies (option_id, voting_category_id, slot, votes, total, noes, voters)
     SELECT option_id, 0, participant_id % ${SLOTS}, count(*), sum(score), 0, count(*)
     FROM votes WHERE poll_id = $1 GROUP BY 1, 3`,
    [pollId],
  );

/** Inserts a rating of 1 to 5 of each option in each voting category, and their tallies; each of the next participant. */
export async function seedCategoryRatings({ client }, options, participants, categories) {
  await client.query(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, voting_category_id, type, value, counts, score)
     SELECT ${publicId("'vote ' || $1::bigint || ' ' || o || ' ' || c")}, $1, $4::bigint + (o + c) % $5::int,
            $2::bigint + o, c, 'Votes::RatingVote', v, true, v
     FROM generate_series(0, $3::int - 1) AS o, generate_series(1, $6::int) AS c,
          LATERAL (SELECT 1 + abs(hashint8(o::bigint * 31 + c)) % 5 AS v) AS given`,
    [
      options.pollId,
      options.first,
      options.count,
      participants.first,
      participants.count,
      categories,
    ],
  );
  await client.query(
    `INSERT INTO option_tallies (option_id, voting_category_id, slot, votes, total, noes, voters)
     SELECT option_id, voting_category_id, 0, count(*), sum(score), 0, 0
     FROM votes WHERE poll_id = $1 GROUP BY 1, 2
     UNION ALL
     SELECT option_id, 0, 0, 0, 0, 0, count(DISTINCT participant_id)
     FROM votes WHERE poll_id = $1 GROUP BY 1`,
    [options.pollId],
  );
}

/** Inserts comparisons of neighboring pairs; the lower number wins three of four. */
export async function seedComparisons({ client }, options, participants, perParticipant) {
  await client.query(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, loser_option_id, type, value,
                        counts, score)
     SELECT ${publicId("'vote ' || $1::bigint || ' ' || p || ' ' || j")}, $1, $4::bigint + p,
            $2::bigint + CASE WHEN first_wins THEN one ELSE other END,
            $2::bigint + CASE WHEN first_wins THEN other ELSE one END, 'Votes::PairwiseVote', 1, true, 1
     FROM generate_series(0, $5::int - 1) AS p, generate_series(0, $6::int - 1) AS j,
          LATERAL (SELECT (p::bigint * $6 + j) % $3 AS one) AS a,
          LATERAL (SELECT (one + 1 + p % 7) % $3 AS other) AS b,
          LATERAL (SELECT hashint8(p::bigint * 31 + j) % 4 <> 0 AS first_wins) AS w`,
    [
      options.pollId,
      options.first,
      options.count,
      participants.first,
      participants.count,
      perParticipant,
    ],
  );
  await client.query(
    `INSERT INTO option_tallies (option_id, voting_category_id, slot, votes, total, noes, voters)
     SELECT option_id, 0, participant_id % ${SLOTS}, count(*), sum(score), 0, count(DISTINCT participant_id)
     FROM vote_sides WHERE poll_id = $1 GROUP BY 1, 3`,
    [options.pollId],
  );
}

export async function seedPolls({ client }, accountId, count) {
  await client.query(
    `INSERT INTO polls (member_hash, admin_hash, type, title, owner_account_id, created_by_account_id)
     SELECT ${publicId("'member ' || $1::bigint || ' ' || n")}, ${publicId("'admin ' || $1::bigint || ' ' || n")},
            'Polls::Voting', 'Poll ' || n, $1, $1
     FROM generate_series(1, $2::int) AS n`,
    [accountId, count],
  );
  await client.query(
    `INSERT INTO poll_counts (owner, slot, polls) VALUES ('account:' || $1::bigint, 0, $2)
     ON CONFLICT (owner, slot) DO UPDATE SET polls = poll_counts.polls + excluded.polls`,
    [accountId, count],
  );
}

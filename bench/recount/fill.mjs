import { createRequire } from "node:module";
import { Client } from "pg";

const require = createRequire(import.meta.url);
const { newPublicId } = require("@polls/db/tokens");

/** The shapes of the polls that share the votes. */
const shapes = (votes) => [
  // A contest in which all participants vote for the same option.
  { name: "one option", part: 0.2, participants: votes * 0.2, options: 1 },
  // A large poll in which each participant votes for every option, so that votes of options mix.
  { name: "many options", part: 0.6, participants: Math.ceil((votes * 0.6) / 50), options: 50 },
  // Many polls of the usual size.
  {
    name: "usual",
    part: 0.19,
    polls: Math.ceil((votes * 0.19) / 1_000),
    participants: 100,
    options: 10,
  },
  // Votes by category and day: a participant votes for an option several times.
  { name: "by day", part: 0.01, participants: Math.ceil((votes * 0.01) / 40), options: 5, days: 8 },
];

/** Fills the tables with polls, votes and counts. Indexes are built last, which is faster. */
export async function fill(url, votes, say) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const run = async (text, values) => {
    const began = performance.now();
    const { rowCount } = await client.query(text, values);
    const [words] = /\w+ \w+ "?\w+"?/.exec(text) ?? [text];
    say(`  ${words}: ${rowCount ?? 0} rows, ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  };
  try {
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB';
      SET synchronous_commit = off; SET max_parallel_maintenance_workers = 0`);
    await run(
      `INSERT INTO accounts (public_id, email, name) VALUES ('filler', 'filler@example.org', 'Filler')`,
    );
    const { rows: indexes } = await client.query(
      `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'votes' AND indexname <> 'votes_pkey'`,
    );
    for (const { indexname } of indexes) await client.query(`DROP INDEX "${indexname}"`);
    for (const shape of shapes(votes)) await fillShape(run, shape);
    for (const { indexdef } of indexes) await run(indexdef);
    await run("ANALYZE");
    await run(`INSERT INTO option_tallies (option_id, voting_category_id, slot, votes, total, noes, voters, places)
      SELECT option_id, 0, 1, count(*), sum(score), 0, count(DISTINCT participant_id),
             count(DISTINCT participant_id) FILTER (WHERE vote_date IS NULL)
      FROM votes GROUP BY option_id`);
    await run(`INSERT INTO poll_tallies (poll_id, slot, participants)
      SELECT poll_id, 1, count(*) FROM participants GROUP BY poll_id`);
    await run(`UPDATE poll_tallies t SET ballots = v.ballots FROM (
        SELECT poll_id, count(*) AS ballots FROM (
          SELECT DISTINCT poll_id, participant_id, vote_date FROM votes) AS b GROUP BY poll_id) AS v
      WHERE v.poll_id = t.poll_id`);
    await run("VACUUM ANALYZE votes");
    await run("VACUUM ANALYZE participants");
  } finally {
    await client.end();
  }
}

async function fillShape(run, { name, polls = 1, participants, options, days }) {
  const tag = `${name}-${newPublicId()}`;
  await run(
    `INSERT INTO polls (member_hash, admin_hash, type, title, owner_account_id, created_by_account_id, settings)
     SELECT 'm-' || $1 || n, 'a-' || $1 || n, 'Polls::Voting', $2, a.id, a.id, $4::jsonb
     FROM generate_series(1, $3::int) n, accounts a WHERE a.public_id = 'filler'`,
    [tag, name, polls, JSON.stringify(days === undefined ? {} : { vote_per_day: true })],
  );
  await run(
    `INSERT INTO options (public_id, poll_id, type, content, position)
     SELECT 'o' || p.id || '-' || n, p.id, 'Options::TextOption', 'Option ' || n, n
     FROM polls p, generate_series(1, $2::int) n WHERE p.member_hash LIKE 'm-' || $1 || '%'`,
    [tag, options],
  );
  await run(
    `INSERT INTO participants (public_id, poll_id, owner_key, user_name, confirmed_at)
     SELECT 'p' || p.id || '-' || n, p.id, 'anonymous:' || n, 'Voter', now()
     FROM polls p, generate_series(1, $2::int) n WHERE p.member_hash LIKE 'm-' || $1 || '%'`,
    [tag, Math.ceil(participants)],
  );
  await run(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, vote_date, value, counts, score)
     SELECT 'v' || v.id || '-' || o.id || '-' || d, v.poll_id, v.id, o.id, 'Votes::PointVote',
            CASE WHEN $2::int > 0 THEN date '2026-01-01' + d END, 1 + v.id % 3, true, 1 + v.id % 3
     FROM participants v JOIN polls p ON p.id = v.poll_id JOIN options o ON o.poll_id = p.id,
          generate_series(1, greatest($2::int, 1)) d
     WHERE p.member_hash LIKE 'm-' || $1 || '%' ORDER BY v.id, d, o.id`,
    [tag, days ?? 0],
  );
}

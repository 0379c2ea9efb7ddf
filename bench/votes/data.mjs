import { createRequire } from "node:module";
import path from "node:path";
import { Client } from "pg";
import { runSync } from "../../scripts/setup/children.mjs";
import { gatewayFile, loader, root } from "../servers.mjs";

const { newPublicId } = createRequire(import.meta.url)("@polls/db/tokens");

/** An account, created by the operator's command. */
export const createAccount = (databaseUrl, name = "bench") =>
  JSON.parse(
    runSync(
      process.execPath,
      [
        ...loader,
        path.join(root, gatewayFile("cli/main")),
        ...["account", "create", "--email", `${name}@example.org`, "--name", name],
      ],
      { env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl } },
    ),
  );

/** Sends JSON to the service. Throws if it refuses. */
export async function post(url, token, body, method = "POST") {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

export async function createPoll(url, token, settings, options) {
  const polls = `${url}/api/v1/polls`;
  const { member_hash: hash } = await post(polls, token, { poll: { title: "Benchmark" } });
  if (Object.keys(settings).length > 0) {
    await post(`${polls}/${hash}`, token, { poll: settings }, "PATCH");
  }
  const ids = [];
  for (let number = 1; number <= options; number++) {
    const option = { content: `Option ${number}` };
    ids.push((await post(`${polls}/${hash}/options`, token, { option })).id);
  }
  return { hash, optionIds: ids };
}

/** Inserts participants of a poll, owned by the account; creating them is not measured. */
export async function createParticipants(databaseUrl, pollHash, count, confirmed = true) {
  const ids = Array.from({ length: count }, newPublicId);
  await query(
    databaseUrl,
    `INSERT INTO participants (public_id, poll_id, owner_key, user_name, confirmed_at)
     SELECT n.id, p.id, 'user:' || p.owner_account_id, 'Bench', CASE WHEN $3 THEN now() END
     FROM polls p, unnest($2::text[]) AS n(id) WHERE p.member_hash = $1`,
    [pollHash, ids, confirmed],
  );
  return ids;
}

/** Inserts options of a poll; returns some of them to vote on. */
export async function fillOptions(databaseUrl, pollHash, count) {
  await query(
    databaseUrl,
    `INSERT INTO options (public_id, poll_id, type, content, owner_key, approval_state, position)
     SELECT $1 || '-' || n, p.id, o.type, 'Option ' || n, o.owner_key, o.approval_state, n
     FROM polls p JOIN options o ON o.poll_id = p.id AND o.position = 1,
       generate_series(2, $2::int) AS n WHERE p.member_hash = $1`,
    [pollHash, count],
  );
  const step = Math.max(1, Math.floor(count / 10_000));
  return Array.from(
    { length: Math.floor((count - 1) / step) },
    (_, at) => `${pollHash}-${2 + at * step}`,
  );
}

/** Inserts counted votes on the first option of a poll. */
export async function storeVotes(databaseUrl, pollHash, count) {
  await query(
    databaseUrl,
    `WITH voters AS (
       INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at)
       SELECT gen_random_uuid()::text, p.id, 'anonymous:stored', now()
       FROM polls p, generate_series(1, $2::int) WHERE p.member_hash = $1 RETURNING id, poll_id
     ), option AS (
       SELECT o.id FROM options o JOIN polls p ON p.id = o.poll_id
       WHERE p.member_hash = $1 ORDER BY o.id LIMIT 1
     ), votes AS (
       INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, counts, score, says_no)
       SELECT gen_random_uuid()::text, v.poll_id, v.id, o.id, 'Votes::BooleanVote', 1, true, 1, false
       FROM voters v, option o RETURNING option_id
     )
     INSERT INTO option_tallies AS t (option_id, slot, votes, total, voters, places)
     SELECT option_id, 0, count(*), count(*), count(*), count(*) FROM votes GROUP BY option_id
     ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
       SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
           voters = t.voters + excluded.voters, places = t.places + excluded.places`,
    [pollHash, count],
  );
}

/** Runs one statement on a new connection. */
async function query(databaseUrl, text, values) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** Runs the vacuum that PostgreSQL would run after some minutes. */
export const settle = (databaseUrl) => query(databaseUrl, "VACUUM ANALYZE", []);

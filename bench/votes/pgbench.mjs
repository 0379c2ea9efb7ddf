import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "../../scripts/setup/children.mjs";

// The transaction of a single vote (ADR 0007): its locks, reads and writes. Each run uses another
// participant.
const script = (poll) => `
\\set n :n + 1
\\set participant :client_id * 1000000 + :n
BEGIN;
SELECT pg_advisory_xact_lock_shared(1, ${poll.id})::text;
SELECT id, version FROM polls WHERE id = ${poll.id} AND deleted_at IS NULL;
SELECT * FROM participants WHERE public_id = 'b' || :participant FOR NO KEY UPDATE;
SELECT * FROM options WHERE public_id = '${poll.option}' FOR KEY SHARE;
SELECT v.*, o.parent_id FROM votes v JOIN options o ON o.id = v.option_id
  WHERE v.participant_id = (SELECT id FROM participants WHERE public_id = 'b' || :participant)
    AND v.option_id = ${poll.optionId};
INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, counts, score, says_no,
    created_at, updated_at)
  SELECT 'b' || :participant, ${poll.id}, id, ${poll.optionId}, 'Votes::BooleanVote', 1, true, 1, false,
    now(), now() FROM participants WHERE public_id = 'b' || :participant;
INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, votes, total, noes, voters, places)
  VALUES (${poll.optionId}, 0, pg_backend_pid() % 64, 1, 1, 0, 1, 1)
  ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
    SET votes = t.votes + 1, total = t.total + 1, voters = t.voters + 1, places = t.places + 1;
INSERT INTO poll_tallies AS t (poll_id, slot, ballots) VALUES (${poll.id}, pg_backend_pid() % 64, 1)
  ON CONFLICT (poll_id, slot) DO UPDATE SET ballots = t.ballots + 1;
COMMIT;
`;

/** The path of pgbench; undefined if it is not installed. */
function findPgbench() {
  const found = spawnSync("pgbench", ["--version"]).error === undefined ? ["pgbench"] : [];
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  return [...found, ...versions.map((version) => path.join(debian, version, "bin/pgbench"))].find(
    (file) => file === "pgbench" || existsSync(file),
  );
}

const CLIENTS = 32;

/**
 * The limit of the database: the transaction of one vote by pgbench, over 32 connections. Each call
 * uses other participants. Undefined without pgbench.
 */
export async function openPgbench(client, pollHash, optionPublicId, runs) {
  const program = findPgbench();
  if (program === undefined) return undefined;
  const { rows } = await client.query(
    `SELECT p.id, o.id AS option_id FROM polls p JOIN options o ON o.poll_id = p.id
     WHERE p.member_hash = $1 AND o.public_id = $2`,
    [pollHash, optionPublicId],
  );
  const poll = { id: rows[0].id, optionId: rows[0].option_id, option: optionPublicId };
  const each = 3_000 * runs;
  await client.query(
    `INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at)
     SELECT 'b' || (c * 1000000 + n), $1, 'anonymous:b', now()
     FROM generate_series(0, ${CLIENTS - 1}) c, generate_series(1, ${each}) n`,
    [poll.id],
  );
  await client.query("ANALYZE participants");
  const folder = mkdtempSync(path.join(os.tmpdir(), "polls-pgbench-"));
  const file = path.join(folder, "vote.sql");
  writeFileSync(file, script(poll));
  let done = 0;
  return {
    run(databaseUrl, seconds) {
      const url = new URL(databaseUrl);
      const result = spawnSync(
        program,
        ["-n", "-M", "prepared", "-c", String(CLIENTS), "-j", "2", "-T", String(seconds)].concat(
          ["-D", `n=${done}`, "-f", file, "-h", url.hostname, "-p", url.port],
          ["-U", decodeURIComponent(url.username), url.pathname.slice(1)],
        ),
        { encoding: "utf8", env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
      );
      if (result.status !== 0) throw new Error(`pgbench: ${result.stderr}`);
      done += Math.floor(each / runs);
      const transactions = Number(/actually processed: (\d+)/.exec(result.stdout)?.[1]);
      const failed = Number(/failed transactions: (\d+)/.exec(result.stdout)?.[1] ?? 0);
      if (failed > 0) throw new Error(`pgbench: ${failed} transactions failed`);
      return { perSecond: transactions / seconds };
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

import type { Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

// In every statement `$1` is the poll and `$2` the ids of the options that are deleted.
const deleted = "ANY($2::bigint[])";

// A ballot stays while a counting vote of its participant and day stays.
const subtractBallotsSql = command(
  "subtract-ballots-of-options",
  `WITH gone AS (
     SELECT DISTINCT v.participant_id, v.vote_date
     FROM votes v JOIN participants p ON p.id = v.participant_id
     WHERE v.poll_id = $1::bigint AND (v.option_id = ${deleted} OR v.loser_option_id = ${deleted})
       AND v.counts AND NOT p.fraudulent AND p.paid IS NOT FALSE
   ), lost AS (
     SELECT count(*)::int AS ballots FROM gone g WHERE NOT EXISTS (
       SELECT FROM votes v
       WHERE v.participant_id = g.participant_id AND v.vote_date IS NOT DISTINCT FROM g.vote_date
         AND v.counts AND NOT (v.option_id = ${deleted})
         AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${deleted})))
   )
   INSERT INTO poll_tallies AS t (poll_id, slot, ballots)
   SELECT $1::bigint, pg_backend_pid() % 64, -ballots FROM lost WHERE ballots > 0
   ON CONFLICT (poll_id, slot) DO UPDATE SET ballots = t.ballots + excluded.ballots`,
);

// A comparison is deleted with either option. The option that stays loses what the comparison counted.
const subtractComparisonsSql = command(
  "subtract-comparisons-of-options",
  `WITH gone AS (
     SELECT v.participant_id, v.option_id, v.loser_option_id, v.score, v.says_no,
            coalesce(v.voting_category_id, 0) AS category
     FROM votes v JOIN participants p ON p.id = v.participant_id
     WHERE v.poll_id = $1::bigint AND v.loser_option_id IS NOT NULL
       AND (v.option_id = ${deleted} OR v.loser_option_id = ${deleted})
       AND v.counts AND NOT p.fraudulent AND p.paid IS NOT FALSE
   ), sides AS (
     SELECT participant_id, option_id, category, score, says_no FROM gone
     UNION ALL
     SELECT participant_id, loser_option_id, category, 0, false FROM gone
   ), staying AS (
     SELECT * FROM sides WHERE NOT (option_id = ${deleted})
   ), changes AS (
     SELECT option_id, category, count(*) AS votes, sum(score) AS total,
            count(*) FILTER (WHERE says_no) AS noes, 0::bigint AS voters
     FROM staying GROUP BY option_id, category
     UNION ALL
     SELECT s.option_id, 0, 0, 0, 0, count(*)
     FROM (SELECT DISTINCT participant_id, option_id FROM staying) s
     WHERE NOT EXISTS (
       SELECT FROM votes v
       WHERE v.participant_id = s.participant_id AND v.counts
         AND (v.option_id = s.option_id OR v.loser_option_id = s.option_id)
         AND NOT (v.option_id = ${deleted})
         AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${deleted})))
     GROUP BY s.option_id
   )
   INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, votes, total, noes, voters)
   SELECT option_id, category, pg_backend_pid() % 64, -sum(votes), -sum(total), -sum(noes), -sum(voters)
   FROM changes GROUP BY option_id, category
   ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
     SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
         noes = t.noes + excluded.noes, voters = t.voters + excluded.voters`,
);

// A participant whose only wins of an option were against deleted ones gives its place back.
const subtractPlacesSql = command(
  "subtract-places-of-options",
  `WITH lost AS (
     SELECT DISTINCT v.participant_id, v.option_id FROM votes v
     WHERE v.poll_id = $1::bigint AND v.loser_option_id = ${deleted} AND NOT (v.option_id = ${deleted})
       AND v.vote_date IS NULL AND v.value > 0
   )
   INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, places)
   SELECT l.option_id, 0, pg_backend_pid() % 64, -count(*) FROM lost l
   WHERE NOT EXISTS (
     SELECT FROM votes v
     WHERE v.participant_id = l.participant_id AND v.option_id = l.option_id
       AND v.vote_date IS NULL AND v.value > 0
       AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${deleted})))
   GROUP BY l.option_id
   ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
     SET places = t.places + excluded.places`,
);

const attachmentsSql = query<{ id: bigint }>(
  "attachments-of-options",
  "SELECT id FROM attachments WHERE option_id = ANY($1::bigint[]) ORDER BY id",
);

const deletePairOffersSql = command(
  "delete-pair-offers-of-options",
  `DELETE FROM pair_offers USING participants p
   WHERE p.id = participant_id AND p.poll_id = $1::bigint
     AND (first_id = ${deleted} OR second_id = ${deleted})`,
);

const deleteOptionsSql = command(
  "delete-options",
  `DELETE FROM options WHERE poll_id = $1::bigint AND id = ${deleted}`,
);

/**
 * Deletes options with their votes, held votes and pair offers, and subtracts those votes from the tallies
 * of the poll and of the other options. Returns the ids of the attachments that lost their option. The
 * caller has locked the poll exclusively.
 */
export async function deleteOptions(
  tx: Transaction,
  pollId: bigint,
  optionIds: readonly bigint[],
): Promise<readonly bigint[]> {
  await tx.run(subtractBallotsSql(pollId, optionIds));
  await tx.run(subtractComparisonsSql(pollId, optionIds));
  await tx.run(subtractPlacesSql(pollId, optionIds));
  const { rows: attachments } = await tx.run(attachmentsSql(optionIds));
  await tx.run(deletePairOffersSql(pollId, optionIds));
  await tx.run(deleteOptionsSql(pollId, optionIds));
  return attachments.map(({ id }) => id);
}

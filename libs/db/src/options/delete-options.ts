import { addToPollTally } from "../polls/poll-tallies";
import { columnOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { participantCounts, takesPlace } from "../votes/counting";
import { addToOptionTallies, subtractPlaces, type TallyRowChange } from "./option-tallies";

// In every statement `$1` is the poll and `$2` the ids of the options to delete.
const deleted = "ANY($2::bigint[])";

// A ballot remains while its participant and day still have a counting vote.
const lostBallotsSql = query<{ ballots: number }>(
  "ballots-lost-with-options",
  `WITH gone AS (
     SELECT DISTINCT v.participant_id, v.vote_date
     FROM votes v JOIN participants p ON p.id = v.participant_id
     WHERE v.poll_id = $1::bigint AND (v.option_id = ${deleted} OR v.loser_option_id = ${deleted})
       AND v.counts AND ${participantCounts}
   )
   SELECT count(*)::int AS ballots FROM gone g WHERE NOT EXISTS (
     SELECT FROM votes v
     WHERE v.participant_id = g.participant_id AND v.vote_date IS NOT DISTINCT FROM g.vote_date
       AND v.counts AND NOT (v.option_id = ${deleted})
       AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${deleted})))`,
);

// A comparison is deleted with either option. The remaining option loses its counts.
const lostComparisonsSql = query<TallyRowChange>(
  "comparisons-lost-with-options",
  `WITH gone AS (
     SELECT v.participant_id, v.option_id, v.loser_option_id, v.score, v.says_no,
            coalesce(v.voting_category_id, 0) AS category
     FROM votes v JOIN participants p ON p.id = v.participant_id
     WHERE v.poll_id = $1::bigint AND v.loser_option_id IS NOT NULL
       AND (v.option_id = ${deleted} OR v.loser_option_id = ${deleted})
       AND v.counts AND ${participantCounts}
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
   SELECT option_id, category AS voting_category_id, -sum(votes)::int AS votes, (-sum(total))::text AS total,
          -sum(noes)::int AS noes, -sum(voters)::int AS voters, 0 AS places
   FROM changes GROUP BY option_id, category`,
);

// If a participant has won comparisons of an option against deleted options only, its place is
// released.
const lostPlacesSql = query<{ optionId: bigint; places: number }>(
  "places-lost-with-options",
  `WITH lost AS (
     SELECT DISTINCT v.participant_id, v.option_id FROM votes v
     WHERE v.poll_id = $1::bigint AND v.loser_option_id = ${deleted} AND NOT (v.option_id = ${deleted})
       AND v.vote_date IS NULL AND ${takesPlace}
   )
   SELECT l.option_id, count(*)::int AS places FROM lost l
   WHERE NOT EXISTS (
     SELECT FROM votes v
     WHERE v.participant_id = l.participant_id AND v.option_id = l.option_id
       AND v.vote_date IS NULL AND ${takesPlace}
       AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${deleted})))
   GROUP BY l.option_id`,
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
 * Deletes options with their votes, held votes and pair offers, and subtracts those votes from the
 * tallies of the poll and of other options. Returns the ids of the detached attachments. The caller
 * has locked the poll exclusively.
 */
export async function deleteOptions(
  tx: Transaction,
  pollId: bigint,
  optionIds: readonly bigint[],
): Promise<readonly bigint[]> {
  const ballots = await tx.run(lostBallotsSql(pollId, optionIds));
  const comparisons = await tx.run(lostComparisonsSql(pollId, optionIds));
  const places = await tx.run(lostPlacesSql(pollId, optionIds));
  await addToPollTally(tx, pollId, { ballots: -(ballots.rows[0]?.ballots ?? 0) });
  await addToOptionTallies(tx, comparisons.rows);
  await subtractPlaces(tx, places.rows);
  const attachmentIds = await columnOf(tx, attachmentsSql(optionIds), "id");
  await tx.run(deletePairOffersSql(pollId, optionIds));
  await tx.run(deleteOptionsSql(pollId, optionIds));
  return attachmentIds;
}

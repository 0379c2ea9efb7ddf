import { participantCounts, takesPlace } from "../votes/counting";

// Each comparison of counts with votes is one statement. Its snapshot contains votes and counts of
// the same transactions, so no lock is needed. Parameters: $1 ids of polls, $2 and $3 the first and
// last option id.

const ofPolls = "poll_id = ANY($1::bigint[])";
const ofOptions = "BETWEEN $2::bigint AND $3::bigint";

/** Selects votes of participants that count, by one set of the few that do not. */
const counting = `counts AND NOT EXISTS (
  SELECT FROM participants p WHERE p.${ofPolls} AND p.id = participant_id
    AND NOT (${participantCounts}))`;

/** Both options of the counting votes. `again`: the participant may have another vote on the option. */
const sides = (which: string) => `
  SELECT option_id, coalesce(voting_category_id, 0) AS category, participant_id, score, says_no,
         num_nonnulls(voting_category_id, vote_date, loser_option_id) > 0 AS again
  FROM votes WHERE ${ofPolls} AND option_id ${which} AND ${counting}
  UNION ALL
  SELECT loser_option_id, coalesce(voting_category_id, 0), participant_id, 0, false, true
  FROM votes WHERE ${ofPolls} AND loser_option_id ${which} AND ${counting}`;

/** Votes that take a place of their option. The tallies do not contain the places of single days. */
const placing = (which: string) => `
  FROM votes v
  WHERE ${ofPolls} AND option_id ${which} AND vote_date IS NULL AND ${takesPlace}`;

/**
 * The error of each count of an option. Correct counts have no row. Distinct participants are
 * counted only where a participant may have several votes on an option.
 */
const optionDrift = `
  counted AS MATERIALIZED (
    SELECT option_id, category, count(*) AS votes, sum(score) AS total,
           count(*) FILTER (WHERE says_no) AS noes, bool_or(again) AS again
    FROM (${sides(ofOptions)}) AS side GROUP BY option_id, category
  ), placed AS MATERIALIZED (
    SELECT option_id, count(*) AS places,
           bool_or(num_nonnulls(voting_category_id, loser_option_id) > 0) AS again
    ${placing(ofOptions)} GROUP BY option_id
  ), parts AS (
    SELECT option_id, category, votes, total, noes, 0 AS voters, 0 AS places FROM counted
    UNION ALL
    SELECT option_id, 0, 0, 0, 0, sum(votes), 0
    FROM counted GROUP BY option_id HAVING NOT bool_or(again)
    UNION ALL
    SELECT option_id, 0, 0, 0, 0, count(DISTINCT participant_id), 0
    FROM (${sides("= ANY(ARRAY(SELECT option_id FROM counted WHERE again))")}) AS side
    GROUP BY option_id
    UNION ALL
    SELECT option_id, 0, 0, 0, 0, 0, places FROM placed WHERE NOT again
    UNION ALL
    SELECT option_id, 0, 0, 0, 0, 0, count(DISTINCT participant_id)
    ${placing("= ANY(ARRAY(SELECT option_id FROM placed WHERE again))")} GROUP BY option_id
    UNION ALL
    SELECT t.option_id, t.voting_category_id, -sum(t.votes), -sum(t.total), -sum(t.noes),
           -sum(t.voters), -sum(t.places)
    FROM options o JOIN option_tallies t ON t.option_id = o.id
    WHERE o.${ofPolls} AND o.id ${ofOptions} GROUP BY t.option_id, t.voting_category_id
  ), drift AS (
    SELECT option_id, category, sum(votes) AS votes, sum(total) AS total, sum(noes) AS noes,
           sum(voters) AS voters, sum(places) AS places
    FROM parts GROUP BY option_id, category
    HAVING (sum(votes), sum(total), sum(noes), sum(voters), sum(places)) <> (0, 0, 0, 0, 0)
  )`;

/** The error of each count of a poll. Correct counts have no row. */
const pollDrift = `
  parts AS (
    SELECT poll_id, count(*) AS participants, 0::bigint AS ballots FROM participants
    WHERE ${ofPolls} AND confirmed_at IS NOT NULL GROUP BY poll_id
    UNION ALL
    SELECT poll_id, 0, count(*) FROM (
      SELECT DISTINCT poll_id, participant_id, vote_date FROM votes WHERE ${ofPolls} AND ${counting}
    ) AS ballot GROUP BY poll_id
    UNION ALL
    SELECT poll_id, -sum(participants), -sum(ballots) FROM poll_tallies
    WHERE ${ofPolls} GROUP BY poll_id
  ), drift AS (
    SELECT poll_id, sum(participants) AS participants, sum(ballots) AS ballots
    FROM parts GROUP BY poll_id HAVING (sum(participants), sum(ballots)) <> (0, 0)
  )`;

/** The wrong counts of options, with the missing amounts. */
export const driftOfOptions = `WITH ${optionDrift}
  SELECT option_id, category AS voting_category_id, votes, total::text AS total, noes, voters, places FROM drift`;
/** The wrong counts of polls, with the missing amounts. Parameters $2 and $3 are not used. */
export const driftOfPolls = `WITH ${pollDrift} SELECT poll_id, participants, ballots FROM drift`;

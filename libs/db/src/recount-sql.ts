// Counts against votes, in one statement each: a statement sees one moment, in which votes and the counts
// that were changed in their transaction belong together, so that nobody has to stand still for it.
// Parameters: $1 ids of polls, $2 and $3 the first and last id of their options.

/** Counting sides of votes; `vote_sides` is what a vote contributes, whoever cast it. */
const sides = `
  SELECT s.option_id, s.category, s.participant_id, s.score, s.says_no FROM vote_sides s
  WHERE s.poll_id = ANY($1::bigint[]) AND s.option_id BETWEEN $2::bigint AND $3::bigint
    AND NOT EXISTS (
      SELECT FROM participants p WHERE p.poll_id = ANY($1::bigint[]) AND p.id = s.participant_id
        AND (p.fraudulent OR p.paid IS FALSE))`;

/** What each count of an option lacks; an option and category whose counts are right has no row. */
const optionDrift = `
  parts AS (
    SELECT option_id, category, count(*) AS votes, sum(score) AS total,
           count(*) FILTER (WHERE says_no) AS noes, 0 AS voters
    FROM (${sides}) AS side GROUP BY option_id, category
    UNION ALL
    SELECT option_id, 0, 0, 0, 0, count(*)
    FROM (SELECT DISTINCT option_id, participant_id FROM (${sides}) AS side) AS voter
    GROUP BY option_id
    UNION ALL
    SELECT t.option_id, t.voting_category_id, -sum(t.votes), -sum(t.total), -sum(t.noes), -sum(t.voters)
    FROM options o JOIN option_tallies t ON t.option_id = o.id
    WHERE o.poll_id = ANY($1::bigint[]) AND o.id BETWEEN $2::bigint AND $3::bigint
    GROUP BY t.option_id, t.voting_category_id
  ), drift AS (
    SELECT option_id, category, sum(votes) AS votes, sum(total) AS total, sum(noes) AS noes,
           sum(voters) AS voters
    FROM parts GROUP BY option_id, category
    HAVING (sum(votes), sum(total), sum(noes), sum(voters)) <> (0, 0, 0, 0)
  )`;

/** What the counts of a poll lack. */
const pollDrift = `
  parts AS (
    SELECT poll_id, count(*) AS participants, 0::bigint AS ballots FROM participants
    WHERE poll_id = ANY($1::bigint[]) AND confirmed_at IS NOT NULL GROUP BY poll_id
    UNION ALL
    SELECT poll_id, 0, count(*) FROM (
      SELECT DISTINCT v.poll_id, v.participant_id, v.vote_date FROM votes v
      WHERE v.poll_id = ANY($1::bigint[]) AND v.counts AND NOT EXISTS (
        SELECT FROM participants p WHERE p.poll_id = ANY($1::bigint[]) AND p.id = v.participant_id
          AND (p.fraudulent OR p.paid IS FALSE))
    ) AS ballot GROUP BY poll_id
    UNION ALL
    SELECT poll_id, -sum(participants), -sum(ballots) FROM poll_tallies
    WHERE poll_id = ANY($1::bigint[]) GROUP BY poll_id
  ), drift AS (
    SELECT poll_id, sum(participants) AS participants, sum(ballots) AS ballots
    FROM parts GROUP BY poll_id HAVING (sum(participants), sum(ballots)) <> (0, 0)
  )`;

/** How many counts of options are wrong. */
export const optionsOff = `WITH ${optionDrift} SELECT count(*)::int AS off FROM drift`;
/** How many polls have a wrong count; without $2 and $3. */
export const pollsOff = `WITH ${pollDrift} SELECT count(*)::int AS off FROM drift`;

/**
 * Adds what is lacking, as a writer adds what it changes: what voters add meanwhile stays. An option
 * that is deleted meanwhile needs none.
 */
export const mendOptions = `
  WITH ${optionDrift}
  INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, votes, total, noes, voters)
  SELECT d.option_id, d.category, pg_backend_pid() % 64, d.votes, d.total, d.noes, d.voters
  FROM drift d JOIN options o ON o.id = d.option_id ORDER BY d.option_id, d.category
  FOR KEY SHARE OF o
  ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
    SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
        noes = t.noes + excluded.noes, voters = t.voters + excluded.voters`;
export const mendPolls = `
  WITH ${pollDrift}
  INSERT INTO poll_tallies AS t (poll_id, slot, participants, ballots)
  SELECT d.poll_id, pg_backend_pid() % 64, d.participants, d.ballots
  FROM drift d JOIN polls p ON p.id = d.poll_id ORDER BY d.poll_id
  FOR KEY SHARE OF p
  ON CONFLICT (poll_id, slot) DO UPDATE
    SET participants = t.participants + excluded.participants,
        ballots = t.ballots + excluded.ballots`;

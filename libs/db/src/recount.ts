import type { Queryable, Transaction } from "./connect";
import { lockPoll } from "./polls";

/** How many counts of a poll differ from what its votes and participants say; 0 is right. */
export async function tallyDrift(queryable: Queryable, pollId: bigint): Promise<number> {
  const [row] = await queryable.$queryRaw<{ drift: number }[]>`
    WITH truth AS (
      SELECT option_id, category, votes, total, noes, voters
      FROM true_option_tallies WHERE poll_id = ${pollId}
    ), kept AS (
      SELECT t.option_id, t.voting_category_id AS category, sum(t.votes)::int AS votes,
             sum(t.total) AS total, sum(t.noes)::int AS noes, sum(t.voters)::int AS voters
      FROM options o JOIN option_tallies t ON t.option_id = o.id
      WHERE o.poll_id = ${pollId} GROUP BY t.option_id, t.voting_category_id
    ), options_off AS (
      SELECT count(*) AS n FROM truth FULL JOIN kept USING (option_id, category)
      WHERE (coalesce(truth.votes, 0), coalesce(truth.total, 0), coalesce(truth.noes, 0), coalesce(truth.voters, 0))
         <> (coalesce(kept.votes, 0), coalesce(kept.total, 0), coalesce(kept.noes, 0), coalesce(kept.voters, 0))
    ), poll_off AS (
      SELECT count(*) AS n FROM true_poll_tallies truth
      WHERE truth.poll_id = ${pollId} AND (truth.participants, truth.ballots) <> (
        SELECT coalesce(sum(participants), 0), coalesce(sum(ballots), 0)
        FROM poll_tallies WHERE poll_id = ${pollId})
    )
    SELECT (options_off.n + poll_off.n)::int AS drift FROM options_off, poll_off`;
  return row?.drift ?? 0;
}

/**
 * Counts a poll anew from its votes and participants and puts the tallies right, while no other
 * writer of the poll runs. Gives how many counts were wrong: 0 unless other hands changed the rows.
 */
export async function recountPoll(tx: Transaction, pollId: bigint): Promise<number> {
  await lockPoll(tx, pollId, "exclusive");
  const drift = await tallyDrift(tx, pollId);
  await tx.$executeRaw`
    DELETE FROM option_tallies t USING options o WHERE o.id = t.option_id AND o.poll_id = ${pollId}`;
  await tx.$executeRaw`
    INSERT INTO option_tallies (option_id, voting_category_id, slot, votes, total, noes, voters)
    SELECT option_id, category, 0, votes, total, noes, voters
    FROM true_option_tallies WHERE poll_id = ${pollId}`;
  await tx.$executeRaw`DELETE FROM poll_tallies WHERE poll_id = ${pollId}`;
  await tx.$executeRaw`
    INSERT INTO poll_tallies (poll_id, slot, participants, ballots)
    SELECT poll_id, 0, participants, ballots FROM true_poll_tallies WHERE poll_id = ${pollId}`;
  return drift;
}

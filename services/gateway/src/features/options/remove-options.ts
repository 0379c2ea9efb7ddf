import { Prisma, type PrismaTransaction } from "@polls/db";

/**
 * Removes options with their votes, held votes and pairs on offer, and takes out of the tallies
 * what those votes gave to the poll and to options that stay. The caller holds the poll
 * exclusively, so that nobody votes meanwhile. Gives the attachments that lost their option.
 */
export async function removeOptions(
  tx: PrismaTransaction,
  pollId: bigint,
  optionIds: readonly bigint[],
): Promise<{ readonly attachmentIds: readonly bigint[] }> {
  const doomed = Prisma.sql`ANY(${optionIds as bigint[]}::bigint[])`;
  await takeBallotsOut(tx, pollId, doomed);
  await takeOpponentsOut(tx, pollId, doomed);
  await takePlacesOut(tx, pollId, doomed);
  const attachments = await tx.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM attachments WHERE option_id = ${doomed} ORDER BY id`;
  await tx.prisma.$executeRaw`
    DELETE FROM pair_offers USING participants p
    WHERE p.id = participant_id AND p.poll_id = ${pollId} AND (first_id = ${doomed} OR second_id = ${doomed})`;
  await tx.prisma.$executeRaw`DELETE FROM options WHERE poll_id = ${pollId} AND id = ${doomed}`;
  return { attachmentIds: attachments.map(({ id }) => id) };
}

/** A ballot stays while any counting vote of its participant and day does. */
async function takeBallotsOut(
  tx: PrismaTransaction,
  pollId: bigint,
  doomed: Prisma.Sql,
): Promise<void> {
  await tx.prisma.$executeRaw`
    WITH gone AS (
      SELECT DISTINCT v.participant_id, v.vote_date
      FROM votes v JOIN participants p ON p.id = v.participant_id
      WHERE v.poll_id = ${pollId} AND (v.option_id = ${doomed} OR v.loser_option_id = ${doomed})
        AND v.counts AND NOT p.fraudulent AND p.paid IS NOT FALSE
    ), lost AS (
      SELECT count(*)::int AS ballots FROM gone g WHERE NOT EXISTS (
        SELECT FROM votes v
        WHERE v.participant_id = g.participant_id AND v.vote_date IS NOT DISTINCT FROM g.vote_date
          AND v.counts AND NOT (v.option_id = ${doomed})
          AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${doomed})))
    )
    INSERT INTO poll_tallies AS t (poll_id, slot, ballots)
    SELECT ${pollId}, pg_backend_pid() % 64, -ballots FROM lost WHERE ballots > 0
    ON CONFLICT (poll_id, slot) DO UPDATE SET ballots = t.ballots + excluded.ballots`;
}

/** A comparison goes with either of its sides, and the side that stays loses what it got of it. */
async function takeOpponentsOut(
  tx: PrismaTransaction,
  pollId: bigint,
  doomed: Prisma.Sql,
): Promise<void> {
  await tx.prisma.$executeRaw`
    WITH gone AS (
      SELECT v.participant_id, v.option_id, v.loser_option_id, v.score, v.says_no,
             coalesce(v.voting_category_id, 0) AS category
      FROM votes v JOIN participants p ON p.id = v.participant_id
      WHERE v.poll_id = ${pollId} AND v.loser_option_id IS NOT NULL
        AND (v.option_id = ${doomed} OR v.loser_option_id = ${doomed})
        AND v.counts AND NOT p.fraudulent AND p.paid IS NOT FALSE
    ), sides AS (
      SELECT participant_id, option_id, category, score, says_no FROM gone
      UNION ALL
      SELECT participant_id, loser_option_id, category, 0, false FROM gone
    ), staying AS (
      SELECT * FROM sides WHERE NOT (option_id = ${doomed})
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
          AND NOT (v.option_id = ${doomed})
          AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${doomed})))
      GROUP BY s.option_id
    )
    INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, votes, total, noes, voters)
    SELECT option_id, category, pg_backend_pid() % 64, -sum(votes), -sum(total), -sum(noes), -sum(voters)
    FROM changes GROUP BY option_id, category
    ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
      SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
          noes = t.noes + excluded.noes, voters = t.voters + excluded.voters`;
}

/** Who won a comparison against what goes, and none else, gives the place on the winner back. */
async function takePlacesOut(
  tx: PrismaTransaction,
  pollId: bigint,
  doomed: Prisma.Sql,
): Promise<void> {
  await tx.prisma.$executeRaw`
    WITH lost AS (
      SELECT DISTINCT v.participant_id, v.option_id FROM votes v
      WHERE v.poll_id = ${pollId} AND v.loser_option_id = ${doomed} AND NOT (v.option_id = ${doomed})
        AND v.vote_date IS NULL AND v.value > 0
    )
    INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, places)
    SELECT l.option_id, 0, pg_backend_pid() % 64, -count(*) FROM lost l
    WHERE NOT EXISTS (
      SELECT FROM votes v
      WHERE v.participant_id = l.participant_id AND v.option_id = l.option_id
        AND v.vote_date IS NULL AND v.value > 0
        AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${doomed})))
    GROUP BY l.option_id
    ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
      SET places = t.places + excluded.places`;
}

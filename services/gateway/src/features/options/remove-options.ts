import { Prisma, type PrismaTransaction } from "@polls/db";

/**
 * Removes options with their votes, held votes and pairs on offer, and subtracts these votes from the tallies of the
 * poll and of other options. The transaction must hold the exclusive lock of the poll. Returns the attachments that
 * lost their option.
 */
export async function removeOptions(
  tx: PrismaTransaction,
  pollId: bigint,
  optionIds: readonly bigint[],
): Promise<{ readonly attachmentIds: readonly bigint[] }> {
  const removed = Prisma.sql`ANY(${optionIds as bigint[]}::bigint[])`;
  await subtractBallots(tx, pollId, removed);
  await subtractComparisons(tx, pollId, removed);
  await subtractPlaces(tx, pollId, removed);
  const attachments = await tx.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM attachments WHERE option_id = ${removed} ORDER BY id`;
  await tx.prisma.$executeRaw`
    DELETE FROM pair_offers USING participants p
    WHERE p.id = participant_id AND p.poll_id = ${pollId} AND (first_id = ${removed} OR second_id = ${removed})`;
  await tx.prisma.$executeRaw`DELETE FROM options WHERE poll_id = ${pollId} AND id = ${removed}`;
  return { attachmentIds: attachments.map(({ id }) => id) };
}

/** A ballot stays while its participant and day have another counting vote. */
async function subtractBallots(
  tx: PrismaTransaction,
  pollId: bigint,
  removed: Prisma.Sql,
): Promise<void> {
  await tx.prisma.$executeRaw`
    WITH gone AS (
      SELECT DISTINCT v.participant_id, v.vote_date
      FROM votes v JOIN participants p ON p.id = v.participant_id
      WHERE v.poll_id = ${pollId} AND (v.option_id = ${removed} OR v.loser_option_id = ${removed})
        AND v.counts AND NOT p.fraudulent AND p.paid IS NOT FALSE
    ), lost AS (
      SELECT count(*)::int AS ballots FROM gone g WHERE NOT EXISTS (
        SELECT FROM votes v
        WHERE v.participant_id = g.participant_id AND v.vote_date IS NOT DISTINCT FROM g.vote_date
          AND v.counts AND NOT (v.option_id = ${removed})
          AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${removed})))
    )
    INSERT INTO poll_tallies AS t (poll_id, slot, ballots)
    SELECT ${pollId}, pg_backend_pid() % 64, -ballots FROM lost WHERE ballots > 0
    ON CONFLICT (poll_id, slot) DO UPDATE SET ballots = t.ballots + excluded.ballots`;
}

/** A comparison goes with either of its options, and is subtracted from the other one. */
async function subtractComparisons(
  tx: PrismaTransaction,
  pollId: bigint,
  removed: Prisma.Sql,
): Promise<void> {
  await tx.prisma.$executeRaw`
    WITH gone AS (
      SELECT v.participant_id, v.option_id, v.loser_option_id, v.score, v.says_no,
             coalesce(v.voting_category_id, 0) AS category
      FROM votes v JOIN participants p ON p.id = v.participant_id
      WHERE v.poll_id = ${pollId} AND v.loser_option_id IS NOT NULL
        AND (v.option_id = ${removed} OR v.loser_option_id = ${removed})
        AND v.counts AND NOT p.fraudulent AND p.paid IS NOT FALSE
    ), sides AS (
      SELECT participant_id, option_id, category, score, says_no FROM gone
      UNION ALL
      SELECT participant_id, loser_option_id, category, 0, false FROM gone
    ), staying AS (
      SELECT * FROM sides WHERE NOT (option_id = ${removed})
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
          AND NOT (v.option_id = ${removed})
          AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${removed})))
      GROUP BY s.option_id
    )
    INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, votes, total, noes, voters)
    SELECT option_id, category, pg_backend_pid() % 64, -sum(votes), -sum(total), -sum(noes), -sum(voters)
    FROM changes GROUP BY option_id, category
    ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
      SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
          noes = t.noes + excluded.noes, voters = t.voters + excluded.voters`;
}

/** A participant gives back the place on a winner when no other comparison has that winner. */
async function subtractPlaces(
  tx: PrismaTransaction,
  pollId: bigint,
  removed: Prisma.Sql,
): Promise<void> {
  await tx.prisma.$executeRaw`
    WITH lost AS (
      SELECT DISTINCT v.participant_id, v.option_id FROM votes v
      WHERE v.poll_id = ${pollId} AND v.loser_option_id = ${removed} AND NOT (v.option_id = ${removed})
        AND v.vote_date IS NULL AND v.value > 0
    )
    INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, places)
    SELECT l.option_id, 0, pg_backend_pid() % 64, -count(*) FROM lost l
    WHERE NOT EXISTS (
      SELECT FROM votes v
      WHERE v.participant_id = l.participant_id AND v.option_id = l.option_id
        AND v.vote_date IS NULL AND v.value > 0
        AND (v.loser_option_id IS NULL OR NOT (v.loser_option_id = ${removed})))
    GROUP BY l.option_id
    ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
      SET places = t.places + excluded.places`;
}

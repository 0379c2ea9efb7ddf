import type { PrismaQueryable } from "@polls/db";

/** Whether any of the options has a vote, a held vote or a lost comparison. */
export async function hasVotes(
  queryable: PrismaQueryable,
  pollId: bigint,
  optionIds: readonly bigint[],
): Promise<boolean> {
  const ids = optionIds as bigint[];
  const [row] = await queryable.prisma.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM votes WHERE poll_id = ${pollId} AND option_id = ANY(${ids}::bigint[]))
        OR EXISTS (SELECT FROM votes WHERE poll_id = ${pollId} AND loser_option_id = ANY(${ids}::bigint[]))
        OR EXISTS (SELECT FROM held_votes WHERE poll_id = ${pollId} AND option_id = ANY(${ids}::bigint[]))
        OR EXISTS (SELECT FROM held_votes WHERE poll_id = ${pollId} AND loser_option_id = ANY(${ids}::bigint[]))
        AS found`;
  return row?.found ?? false;
}

/** Whether submission fees of the options, or votes on them, were paid. */
export async function paymentsOn(
  queryable: PrismaQueryable,
  pollId: bigint,
  optionIds: readonly bigint[],
): Promise<{ readonly feePaid: boolean; readonly votesPaid: boolean }> {
  const ids = optionIds as bigint[];
  const [row] = await queryable.prisma.$queryRaw<{ fee_paid: boolean; votes_paid: boolean }[]>`
    SELECT EXISTS (SELECT FROM options WHERE poll_id = ${pollId} AND id = ANY(${ids}::bigint[]) AND paid)
             AS fee_paid,
           EXISTS (SELECT FROM votes WHERE poll_id = ${pollId} AND option_id = ANY(${ids}::bigint[])
                   AND paid_votes > 0) AS votes_paid`;
  return { feePaid: row?.fee_paid ?? false, votesPaid: row?.votes_paid ?? false };
}

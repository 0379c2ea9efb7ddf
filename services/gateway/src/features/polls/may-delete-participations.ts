import type { Queryable } from "@polls/db";
import type { Poll } from "@polls/domain";

/**
 * `can_delete_participations` of the account that owns a poll (rules 12, 14, 15); an organization
 * has none of its own, so for its polls that of the member who created them.
 */
export async function mayDeleteParticipations(
  queryable: Queryable,
  poll: Pick<Poll, "ownerAccountId" | "createdByAccountId">,
): Promise<boolean> {
  const account = await queryable.account.findUniqueOrThrow({
    where: { id: poll.ownerAccountId ?? poll.createdByAccountId },
    select: { canDeleteParticipations: true },
  });
  return account.canDeleteParticipations;
}

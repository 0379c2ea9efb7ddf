import { canDeleteParticipations, type Transaction } from "@polls/db";
import type { Poll } from "@polls/domain/polls";

/**
 * `can_delete_participations` of the account that owns a poll (rules 12, 14, 15); an organization
 * has none of its own, so for its polls that of the member who created them.
 */
export const mayDeleteParticipations = (
  tx: Transaction,
  { ownerAccountId, createdByAccountId }: Pick<Poll, "ownerAccountId" | "createdByAccountId">,
): Promise<boolean> => canDeleteParticipations(tx, ownerAccountId ?? createdByAccountId);

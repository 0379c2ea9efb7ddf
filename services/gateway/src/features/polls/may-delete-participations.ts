import { canDeleteParticipations } from "@polls/db/accounts";
import type { Transaction } from "@polls/db/sql";
import { accountOfPoll, type Poll } from "@polls/domain/polls";

/**
 * `can_delete_participations` of the account that owns a poll. For an organization's poll: of the
 * member who created it (docs/reference/accounts.md#capabilities).
 */
export const mayDeleteParticipations = (
  tx: Transaction,
  poll: Pick<Poll, "ownerAccountId" | "createdByAccountId">,
): Promise<boolean> => canDeleteParticipations(tx, accountOfPoll(poll));

import type { Sql } from "@polls/db";
import type { Poll } from "@polls/domain/polls";

/**
 * `can_delete_participations` of the account that owns a poll (rules 12, 14, 15); an organization
 * has none of its own, so for its polls that of the member who created them.
 */
export async function mayDeleteParticipations(
  sql: Sql,
  { ownerAccountId, createdByAccountId }: Pick<Poll, "ownerAccountId" | "createdByAccountId">,
): Promise<boolean> {
  const [account] = await sql<{ canDeleteParticipations: boolean }>({
    name: "may-delete-participations",
    text: "SELECT can_delete_participations FROM accounts WHERE id = $1::bigint",
    values: [String(ownerAccountId ?? createdByAccountId)],
  });
  if (account === undefined) throw new Error("a poll has no account");
  return account.canDeleteParticipations;
}

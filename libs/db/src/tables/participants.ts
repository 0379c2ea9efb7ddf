import type { Transaction } from "../sql/queryable";
import { command, prepared } from "../sql/statement";

const markChangedByAdminSql = command(
  "mark-changed-by-admin",
  "UPDATE participants SET changed_by_admin = true WHERE id = $1::bigint",
  prepared,
);

/** Records that an admin changed or removed votes of another user's participant. */
export async function markChangedByAdmin(tx: Transaction, participantId: bigint): Promise<void> {
  await tx.run(markChangedByAdminSql(String(participantId)));
}

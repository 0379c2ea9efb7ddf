import { inTransaction } from "../sql/in-transaction";
import type { Transaction, TransactionSource } from "../sql/queryable";
import { command } from "../sql/statement";
import { isNotPermitted } from "./sql-state";
import { saysReadOnlyDisk } from "./unavailable";

// A temporary table has its own file, so that writing to it needs new disk space.
const trialSql = command(
  "writing-trial",
  "CREATE TEMPORARY TABLE polls_writing_trial ON COMMIT DROP AS SELECT generate_series(1, 30000) AS n",
);

/** Writes a megabyte and removes it. Throws if the server accepts no writes; false if the role may not try. */
export async function tryWriting(source: TransactionSource<Transaction>): Promise<boolean> {
  try {
    await inTransaction(source, (tx) => tx.run(trialSql()));
    return true;
  } catch (error) {
    if (isNotPermitted(error) && !saysReadOnlyDisk(error)) return false;
    throw error;
  }
}

import type { Db } from "@polls/db/connection";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { noteAct, type Operator, REASON_MAX } from "../../features/operators/audit-log";
import { UsageError } from "./command";
import { findAccount } from "./read-values";

/** The options of every command that acts: the audit log has their values. */
export const operatorOptions = {
  reason: { value: "TEXT", description: "why, for the audit log" },
  by: {
    value: "ADDRESS",
    description: "e-mail address of the account that acts, for the audit log",
  },
} as const;

/** Adds an act that has no transaction of its own to the audit log, after it succeeded. */
export const noteDone = (
  db: Db,
  values: OperatorValues,
  act: Parameters<typeof noteAct>[2],
): Promise<void> =>
  inTransaction(db, async (tx) => noteAct(tx, await readOperator(tx, values), act));

/** The values of `operatorOptions`. */
export interface OperatorValues {
  readonly reason: string | undefined;
  readonly by: string | undefined;
}

/** Reads who acts, and why. Throws `UsageError`. */
export async function readOperator(
  tx: PrismaTransaction,
  { reason, by }: OperatorValues,
): Promise<Operator> {
  const account = by === undefined ? undefined : await findAccount(tx, by, "by");
  return { accountId: account?.id, via: "command_line", reason: readReason(reason) };
}

/** Reads a reason. Throws `UsageError` if it is empty or too long. */
function readReason(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  if (trimmed === "" || (trimmed !== undefined && trimmed.length > REASON_MAX)) {
    throw new UsageError(`--reason must have 1 to ${REASON_MAX} characters`);
  }
  return trimmed;
}

import type { Db } from "@polls/db/connection";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { noteAct, type Operator, REASON_MAX } from "../../features/operators/audit-log";
import { findAccount, readSentence } from "./read-values";

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
  const why = readSentence(reason, REASON_MAX, "--reason");
  return { accountId: account?.id, via: "command_line", reason: why };
}

/** The option of every command that is about one account. */
export const emailOption = {
  value: "ADDRESS",
  description: "the account's e-mail address",
  required: true,
} as const;

/** Runs an act on the account with an address, in one transaction. */
export const onAccount = <Result>(
  db: Db,
  values: OperatorValues & { readonly email: string },
  act: (
    tx: PrismaTransaction,
    account: Awaited<ReturnType<typeof findAccount>>,
    operator: Operator,
  ) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (tx) => {
    const account = await findAccount(tx, values.email, "email");
    return act(tx, account, await readOperator(tx, values));
  });

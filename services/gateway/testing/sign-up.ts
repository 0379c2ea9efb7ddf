import type { Db } from "@polls/db/connection";
import { inTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { createAccount, type NewAccount } from "../src/features/accounts/create-account";

/**
 * Creates an account with both tokens, as the operator does. The address is unique unless one is
 * given.
 */
export const signUp = (
  db: Db,
  {
    email,
    name = "Ada",
    canTakePayments = true,
  }: { readonly email?: string; readonly name?: string; readonly canTakePayments?: boolean } = {},
): Promise<NewAccount> =>
  inTransaction(db, (tx) =>
    createAccount(
      tx,
      { email: email ?? `${newPublicId().toLowerCase()}@example.org`, name, canTakePayments },
      new Date(),
    ),
  );

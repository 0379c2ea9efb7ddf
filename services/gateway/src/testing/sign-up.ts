import { type Db, inTransaction, newPublicId } from "@polls/db";
import { createAccount, type NewAccount } from "../features/accounts/create-account";

/** An account with both tokens, and a unique address unless one is given. */
export const signUp = (
  db: Db,
  { email, name = "Ada" }: { readonly email?: string; readonly name?: string } = {},
): Promise<NewAccount> =>
  inTransaction(db, (tx) =>
    createAccount(
      tx,
      { email: email ?? `${newPublicId().toLowerCase()}@example.org`, name },
      new Date(),
    ),
  );

import type { Db } from "@polls/db/connection";
import { inTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import { buildPoll, type PollFacts } from "@polls/testing";
import { createAccount, type NewAccount } from "../src/features/accounts/create-account";

export type { NewAccount };

export interface SignedUpAccount extends NewAccount {
  /** Stores a poll that the account owns. */
  readonly buildPoll: (facts?: PollFacts) => Promise<Poll>;
}

/**
 * Creates an account with both tokens, as the operator does. The address is unique unless one is
 * given.
 */
export async function signUp(
  db: Db,
  {
    email = `${newPublicId().toLowerCase()}@example.org`,
    name = "Ada",
    canTakePayments = true,
  }: { readonly email?: string; readonly name?: string; readonly canTakePayments?: boolean } = {},
): Promise<SignedUpAccount> {
  const account = await inTransaction(db, (tx) =>
    createAccount(tx, { email, name, canTakePayments }, new Date()),
  );
  return {
    ...account,
    buildPoll: (facts) => buildPoll(db, { ownerAccountId: account.id, ...facts }),
  };
}

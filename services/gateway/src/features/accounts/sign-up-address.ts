import type { PrismaTransaction } from "@polls/db/sql";
import { createAccount, type NewAccount } from "./create-account";

/** Creates the account of a confirmed address, and ends its invitation to sign up. Throws `Invalid` if it has an account. */
export async function signUpAddress(
  tx: PrismaTransaction,
  email: string,
  now: Date,
): Promise<NewAccount> {
  const name = email.slice(0, email.lastIndexOf("@"));
  const account = await createAccount(tx, { email, name, canTakePayments: false }, now);
  await tx.prisma.signUpInvitation.deleteMany({ where: { address: email } });
  return account;
}

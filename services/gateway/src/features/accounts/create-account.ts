import { newPublicId, type PrismaTransaction } from "@polls/db";
import { Invalid } from "@polls/domain/refusals";
import { issueToken } from "./issue-token";

/** A new account and its tokens, which are shown only now. */
export interface NewAccount {
  readonly id: bigint;
  readonly publicId: string;
  readonly privateToken: string;
  readonly publicToken: string;
}

/** Creates an account with both tokens. Throws `Invalid` when the address has an account. */
export async function createAccount(
  tx: PrismaTransaction,
  { email, name }: { readonly email: string; readonly name: string },
  now: Date,
): Promise<NewAccount> {
  const [account] = await tx.prisma.account.createManyAndReturn({
    data: [{ publicId: newPublicId(), email, name, createdAt: now }],
    skipDuplicates: true,
  });
  if (account === undefined) {
    throw new Invalid({ email: ["belongs to an account already"] }, "email_taken");
  }
  const privateToken = await issueToken(tx, account.id, "private", now);
  const publicToken = await issueToken(tx, account.id, "public", now);
  return {
    id: account.id,
    publicId: account.publicId,
    privateToken: privateToken.token,
    publicToken: publicToken.token,
  };
}

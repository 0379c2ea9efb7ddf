import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { Invalid } from "@polls/domain/refusals";
import { issueToken } from "./issue-token";

/** A new account with its tokens. They cannot be read again. */
export interface NewAccount {
  readonly id: bigint;
  readonly publicId: string;
  readonly privateToken: string;
  readonly publicToken: string;
}

/** Creates an account with both tokens. Throws `Invalid` if the address already has an account. */
export async function createAccount(
  tx: PrismaTransaction,
  account: {
    readonly email: string;
    readonly name: string;
    /** Whether polls of the account may charge money (docs/reference/accounts.md#capabilities). */
    readonly canTakePayments: boolean;
  },
  now: Date,
): Promise<NewAccount> {
  const [made] = await tx.prisma.account.createManyAndReturn({
    data: [{ publicId: newPublicId(), ...account, createdAt: now }],
    skipDuplicates: true,
  });
  if (made === undefined) {
    throw new Invalid({ email: ["already belongs to an account"] }, "email_taken");
  }
  const privateToken = await issueToken(tx, made.id, "private", now);
  const publicToken = await issueToken(tx, made.id, "public", now);
  return {
    id: made.id,
    publicId: made.publicId,
    privateToken: privateToken.token,
    publicToken: publicToken.token,
  };
}

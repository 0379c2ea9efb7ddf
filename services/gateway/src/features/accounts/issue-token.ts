import type { PrismaTransaction } from "@polls/db/sql";
import { lastFourOf, newToken, type TokenKind, tokenDigest } from "../../identity/token";

/** A token as the client sends it. It is not stored. */
export interface IssuedToken {
  readonly kind: TokenKind;
  readonly token: string;
  readonly lastFour: string;
  readonly createdAt: Date;
}

/**
 * Replaces an account's token of one kind. The old token becomes invalid when the transaction
 * commits.
 */
export async function issueToken(
  tx: PrismaTransaction,
  accountId: bigint,
  kind: TokenKind,
  now: Date,
): Promise<IssuedToken> {
  const token = newToken(kind);
  const stored = { digest: tokenDigest(token), lastFour: lastFourOf(token), createdAt: now };
  await tx.prisma.apiToken.upsert({
    where: { accountId_kind: { accountId, kind } },
    create: { accountId, kind, ...stored },
    update: stored,
  });
  return { kind, token, lastFour: stored.lastFour, createdAt: now };
}

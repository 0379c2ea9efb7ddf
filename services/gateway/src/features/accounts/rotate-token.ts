import { inTransaction } from "@polls/db";
import type { Deps } from "../../deps";
import { type IssuedToken, issueToken } from "./issue-token";
import type { TokenKind } from "./token";

/**
 * Replaces a token of an account (decisions 1). The answer is never kept for an `Idempotency-Key`,
 * as a token is nowhere at rest: sent again, it makes another token and ends the last one.
 */
export async function rotateToken(
  { accountId, kind, now }: { readonly accountId: bigint; readonly kind: TokenKind; now: Date },
  { db, authenticator }: Pick<Deps, "db" | "authenticator">,
): Promise<IssuedToken> {
  const issued = await inTransaction(db, (tx) => issueToken(tx, accountId, kind, now));
  authenticator.forget();
  return issued;
}

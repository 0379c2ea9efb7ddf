import { inTransaction } from "@polls/db/sql";
import type { Deps } from "../../deps";
import type { TokenKind } from "../../identity/token";
import { type IssuedToken, issueToken } from "./issue-token";

/**
 * Replaces a token of an account (docs/reference/accounts.md#token-rotation). The response is not
 * stored for an `Idempotency-Key`, because tokens are never stored. A repeated request issues
 * another token.
 */
export async function rotateToken(
  { accountId, kind, now }: { readonly accountId: bigint; readonly kind: TokenKind; now: Date },
  { db, authenticator }: Pick<Deps, "db" | "authenticator">,
): Promise<IssuedToken> {
  const issued = await inTransaction(db, (tx) => issueToken(tx, accountId, kind, now));
  authenticator.forget();
  return issued;
}

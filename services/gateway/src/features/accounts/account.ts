import type { Prisma } from "@polls/db/connection";
import { inTransaction, type PrismaQueryable } from "@polls/db/sql";
import type { z } from "zod";
import type { Deps } from "../../deps";
import type { TokenKind } from "../../identity/token";
import type { AccountResponse } from "./accounts.schema";
import { type IssuedToken, issueToken } from "./create-account";

const withTokens = {
  tokens: { select: { kind: true, lastFour: true, createdAt: true } },
} as const satisfies Prisma.AccountInclude;

export type AccountWithTokens = Prisma.AccountGetPayload<{ include: typeof withTokens }>;

export const accountOf = (
  queryable: PrismaQueryable,
  accountId: bigint,
): Promise<AccountWithTokens> =>
  queryable.prisma.account.findUniqueOrThrow({ where: { id: accountId }, include: withTokens });

export const updateAccount = (
  queryable: PrismaQueryable,
  accountId: bigint,
  { name }: { readonly name?: string | undefined },
): Promise<AccountWithTokens> =>
  queryable.prisma.account.update({
    where: { id: accountId },
    data: name === undefined ? {} : { name },
    include: withTokens,
  });

export const presentAccount = (account: AccountWithTokens): z.input<typeof AccountResponse> => ({
  id: account.publicId,
  email: account.email,
  name: account.name,
  can_delete_participations: account.canDeleteParticipations,
  can_take_payments: account.canTakePayments,
  created_at: account.createdAt.toISOString(),
  tokens: Object.fromEntries(
    account.tokens.map(({ kind, lastFour, createdAt }) => [
      kind,
      { last_four: lastFour, created_at: createdAt.toISOString() },
    ]),
  ),
});

/**
 * The response is not stored for an `Idempotency-Key`, because tokens are never stored: a repeated
 * request issues another token (docs/reference/accounts.md#token-rotation).
 */
export async function rotateToken(
  { accountId, kind, now }: { readonly accountId: bigint; readonly kind: TokenKind; now: Date },
  { db, authenticator }: Pick<Deps, "db" | "authenticator">,
): Promise<IssuedToken> {
  const issued = await inTransaction(db, (tx) => issueToken(tx, accountId, kind, now));
  authenticator.forget();
  return issued;
}

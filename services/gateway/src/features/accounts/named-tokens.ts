import { lockAccount } from "@polls/db/accounts";
import type { Prisma } from "@polls/db/connection";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { changesNothing } from "@polls/domain/input";
import { Invalid, NotFound } from "@polls/domain/refusals";
import {
  lastFourOf,
  newToken,
  type TokenKind,
  type TokenScope,
  tokenDigest,
} from "../../identity/token";

const NAMED_TOKENS_MAX = 50;

export type NamedTokenRow = Prisma.NamedTokenGetPayload<object>;

/** The named tokens of an account, newest first. Expired ones are listed until they are deleted. */
export const namedTokens = (
  queryable: PrismaQueryable,
  accountId: bigint,
): Promise<NamedTokenRow[]> =>
  queryable.prisma.namedToken.findMany({ where: { accountId }, orderBy: { id: "desc" } });

interface NewToken {
  readonly accountId: bigint;
  readonly name: string;
  readonly kind: TokenKind;
  readonly scope: TokenScope;
  readonly expiresAt: Date | undefined;
  readonly now: Date;
}

/** The database stores the digest of the token (docs/reference/accounts.md#named-tokens). */
export async function createNamedToken(
  tx: PrismaTransaction,
  { accountId, name, kind, scope, expiresAt, now }: NewToken,
): Promise<{ readonly row: NamedTokenRow; readonly token: string }> {
  requireFuture(expiresAt, now);
  await lockAccount(tx, accountId);
  if ((await tx.prisma.namedToken.count({ where: { accountId } })) >= NAMED_TOKENS_MAX) {
    const sentence = `There are ${NAMED_TOKENS_MAX} tokens already`;
    throw new Invalid({ base: [sentence] }, "token_limit_reached");
  }
  const token = newToken(kind);
  const row = await tx.prisma.namedToken.create({
    data: {
      publicId: newPublicId(),
      accountId,
      name,
      kind,
      scope,
      createdAt: now,
      digest: tokenDigest(token),
      lastFour: lastFourOf(token),
      expiresAt: expiresAt ?? null,
    },
  });
  return { row, token };
}

interface TokenChange {
  readonly name?: string | undefined;
  readonly expiresAt?: Date | null | undefined;
  /** Fields that cannot be changed. Another value is 422. */
  readonly kind?: TokenKind | undefined;
  readonly scope?: TokenScope | undefined;
}

export async function updateNamedToken(
  tx: PrismaTransaction,
  { accountId, id, now }: { readonly accountId: bigint; readonly id: string; readonly now: Date },
  { name, expiresAt, ...fixed }: TokenChange,
): Promise<{ readonly row: NamedTokenRow; readonly unchanged: boolean }> {
  const where = { accountId, publicId: id };
  const data = {
    ...(name === undefined ? {} : { name }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
  const before = await tx.prisma.namedToken.findFirst({ where });
  if (before === null) throw new NotFound("Token");
  if (!changesNothing({ expiresAt }, before)) requireFuture(expiresAt ?? undefined, now);
  const [row] = await tx.prisma.namedToken.updateManyAndReturn({ where, data });
  if (row === undefined) throw new NotFound("Token");
  for (const key of ["kind", "scope"] as const) {
    if (fixed[key] !== undefined && fixed[key] !== row[key]) {
      throw new Invalid({ [key]: ["cannot be changed"] });
    }
  }
  return { row, unchanged: changesNothing(data, before) };
}

/** Revokes a token. Processes may cache it for a second. */
export async function deleteNamedToken(
  tx: PrismaTransaction,
  { accountId, id }: { readonly accountId: bigint; readonly id: string },
): Promise<void> {
  const { count } = await tx.prisma.namedToken.deleteMany({ where: { accountId, publicId: id } });
  if (count === 0) throw new NotFound("Token");
}

function requireFuture(expiresAt: Date | undefined, now: Date): void {
  if (expiresAt !== undefined && expiresAt <= now) {
    throw new Invalid({ expires_at: ["must be in the future"] });
  }
}

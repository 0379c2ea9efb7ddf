import type { Prisma } from "@polls/db/connection";
import type { PrismaQueryable } from "@polls/db/sql";

const withTokens = {
  tokens: { select: { kind: true, lastFour: true, createdAt: true } },
} as const satisfies Prisma.AccountInclude;

export type AccountWithTokens = Prisma.AccountGetPayload<{ include: typeof withTokens }>;

/** The account of a token. */
export const accountOf = (
  queryable: PrismaQueryable,
  accountId: bigint,
): Promise<AccountWithTokens> =>
  queryable.prisma.account.findUniqueOrThrow({ where: { id: accountId }, include: withTokens });

/** Changes the account of the caller. */
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

import type { Prisma, PrismaQueryable } from "@polls/db";

const withTokens = {
  tokens: { select: { kind: true, lastFour: true, createdAt: true } },
} as const satisfies Prisma.AccountInclude;

export type AccountWithTokens = Prisma.AccountGetPayload<{ include: typeof withTokens }>;

/** The account that a token acts for; a token without its account cannot be. */
export const accountOf = (
  queryable: PrismaQueryable,
  accountId: bigint,
): Promise<AccountWithTokens> =>
  queryable.prisma.account.findUniqueOrThrow({ where: { id: accountId }, include: withTokens });

/** Writes what an account may change about itself. */
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

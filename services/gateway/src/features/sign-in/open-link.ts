import { inTransaction, type PrismaQueryable, type PrismaTransaction } from "@polls/db/sql";
import { isLinkToken, linkDigest } from "@polls/db/tokens";
import type { Deps } from "../../deps";
import type { PageInput } from "../../pages/page-routes";

export type LinkVisit = Pick<PageInput, "params" | "now">;

const facts = {
  id: true,
  accountId: true,
  returnPath: true,
  draft: true,
  account: { select: { email: true } },
  mail: { select: { address: true } },
} as const;

/** The link of a page, also if it is used or expired: of an account to sign in, of none to sign up. */
export const findLink = async (
  { prisma }: PrismaQueryable,
  { token = "" }: LinkVisit["params"],
  open: { readonly usedAt?: null; readonly expiresAt?: { readonly gt: Date } } = {},
) =>
  isLinkToken(token)
    ? prisma.signIn.findUnique({
        where: { tokenDigest: linkDigest(token), ...open },
        select: facts,
      })
    : null;

/** The link of a page, unless it is used or expired. */
export const findOpenLink = (queryable: PrismaQueryable, { params, now }: LinkVisit) =>
  findLink(queryable, params, { usedAt: null, expiresAt: { gt: now } });

/** Uses up the link that `find` finds, deletes its draft, and runs the work that it allows. Undefined: it is used or expired. */
export const useLink = <Found extends { readonly id: bigint }, Result>(
  link: LinkVisit,
  { db }: Pick<Deps, "db">,
  find: (tx: PrismaTransaction, link: LinkVisit) => Promise<Found | undefined>,
  work: (tx: PrismaTransaction, found: Found) => Promise<Result>,
): Promise<Result | undefined> =>
  inTransaction(db, async (tx) => {
    const found = await find(tx, link);
    if (found === undefined) return undefined;
    const { count } = await tx.prisma.signIn.updateMany({
      where: { id: found.id, usedAt: null },
      data: { usedAt: link.now },
    });
    if (count === 0) return undefined;
    await tx.prisma.signInDraft.deleteMany({ where: { signInId: found.id } });
    return work(tx, found);
  });

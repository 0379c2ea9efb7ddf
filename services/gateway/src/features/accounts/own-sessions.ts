import { createHash } from "node:crypto";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { NotFound } from "@polls/domain/refusals";

export interface OwnSession {
  readonly id: bigint;
  /** Derived from the digest of the cookie, so that sessions need no further column. It opens nothing. */
  readonly publicId: string;
  readonly browser: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const publicIdOf = (digest: Uint8Array): string =>
  createHash("sha256").update("session ").update(digest).digest("base64url").slice(0, 22);

/** The sessions of an account, the newest first. An account has at most 50. */
export async function ownSessions(
  { prisma }: PrismaQueryable,
  accountId: bigint,
  now: Date,
): Promise<readonly OwnSession[]> {
  const rows = await prisma.accountSession.findMany({
    where: { accountId, expiresAt: { gt: now } },
    orderBy: { id: "desc" },
  });
  return rows.map(({ digest, ...session }) => ({ ...session, publicId: publicIdOf(digest) }));
}

export async function endOwnSession(
  tx: PrismaTransaction,
  { accountId, publicId, now }: { accountId: bigint; publicId: string; now: Date },
): Promise<void> {
  const sessions = await ownSessions(tx, accountId, now);
  const session = sessions.find((one) => one.publicId === publicId);
  if (session === undefined) throw new NotFound("Session");
  await tx.prisma.accountSession.deleteMany({ where: { id: session.id } });
}

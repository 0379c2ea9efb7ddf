import { linkDigest, type PrismaTransaction } from "@polls/db";

export interface OpenInvitation {
  readonly id: bigint;
  readonly jury: boolean;
}

/** The invitation of a code, locked; undefined when it is unknown, used or withdrawn (decisions 5). */
export async function findOpenInvitation(
  tx: PrismaTransaction,
  pollId: bigint,
  code: string,
): Promise<OpenInvitation | undefined> {
  const [row] = await tx.prisma.$queryRaw<OpenInvitation[]>`
    SELECT id, jury FROM invitations
    WHERE poll_id = ${pollId} AND code_digest = ${linkDigest(code)} AND used_at IS NULL
    FOR UPDATE`;
  return row;
}

/** An invitation makes one participant. */
export async function useInvitation(
  tx: PrismaTransaction,
  { id }: OpenInvitation,
  participantId: bigint,
  now: Date,
): Promise<void> {
  await tx.prisma.invitation.update({ where: { id }, data: { participantId, usedAt: now } });
}

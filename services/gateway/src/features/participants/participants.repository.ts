import {
  Prisma,
  type PrismaQueryable,
  type PrismaTransaction,
  participantFromRow,
  pollTallies,
} from "@polls/db";
import type { OwnerKey } from "@polls/domain/access";
import type { Participant } from "@polls/domain/participants";
import { NotFound } from "@polls/domain/refusals";

export async function findParticipant(
  queryable: PrismaQueryable,
  pollId: bigint,
  publicId: string,
): Promise<Participant> {
  const row = await queryable.prisma.participant.findFirst({ where: { pollId, publicId } });
  if (row === null) throw new NotFound("Participant");
  return participantFromRow(row);
}

/** The participant, locked until the transaction ends, so that decisions on it stay true. */
export async function lockParticipant(
  tx: PrismaTransaction,
  pollId: bigint,
  publicId: string,
): Promise<Participant> {
  await tx.prisma.$queryRaw`
    SELECT id FROM participants WHERE poll_id = ${pollId} AND public_id = ${publicId} FOR UPDATE`;
  return findParticipant(tx, pollId, publicId);
}

/** Which participants a list has: all for admins; else the reader's own, and others' if they are visible. */
export type ParticipantReader =
  | "admin"
  | { readonly ownerKey: OwnerKey | undefined; readonly others: boolean };

/** How many participants the reader sees. Counts rows only of the reader's own and of unconfirmed ones. */
export async function countParticipants(
  queryable: PrismaQueryable,
  pollId: bigint,
  reader: ParticipantReader,
): Promise<number> {
  if (reader !== "admin" && !reader.others) {
    return queryable.prisma.participant.count({
      where: { pollId, ownerKey: reader.ownerKey ?? "" },
    });
  }
  const confirmed = (await pollTallies(queryable, [pollId])).get(pollId)?.participants ?? 0;
  const own = reader === "admin" ? {} : { ownerKey: reader.ownerKey ?? "" };
  return confirmed + (await countUnconfirmed(queryable, pollId, own));
}

const countUnconfirmed = (
  queryable: PrismaQueryable,
  pollId: bigint,
  of: { readonly ownerKey?: string },
): Promise<number> =>
  queryable.prisma.participant.count({ where: { pollId, confirmedAt: null, ...of } });

/** Where all participants are confirmed no condition is needed, so that an index alone gives the page. */
async function seenBy(
  queryable: PrismaQueryable,
  pollId: bigint,
  reader: ParticipantReader,
): Promise<Prisma.Sql> {
  if (reader === "admin") return Prisma.sql`TRUE`;
  const own = Prisma.sql`owner_key = ${reader.ownerKey ?? ""}`;
  if (!reader.others) return own;
  const all = (await countUnconfirmed(queryable, pollId, {})) === 0;
  return all ? Prisma.sql`TRUE` : Prisma.sql`(${own} OR confirmed_at IS NOT NULL)`;
}

/**
 * One page of the `total` participants of a poll that the reader sees, newest first. A page of the older
 * half is counted from the end.
 */
export async function pageOfParticipants(
  queryable: PrismaQueryable,
  pollId: bigint,
  reader: ParticipantReader,
  {
    limit,
    offset,
    total,
  }: { readonly limit: number; readonly offset: number; readonly total: number },
): Promise<Participant[]> {
  const length = Math.min(limit, total - offset);
  if (length <= 0) return [];
  const fromEnd = offset > total / 2;
  const seen = await seenBy(queryable, pollId, reader);
  const rows = await queryable.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM participants WHERE poll_id = ${pollId} AND ${seen}
    ORDER BY id ${fromEnd ? Prisma.sql`ASC` : Prisma.sql`DESC`}
    LIMIT ${length} OFFSET ${fromEnd ? total - offset - length : offset}`;
  const page = await queryable.prisma.participant.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    orderBy: { id: "desc" },
  });
  return page.map(participantFromRow);
}

/** The actor's participants in a poll, newest first. */
export async function ownParticipants(
  queryable: PrismaQueryable,
  pollId: bigint,
  ownerKey: OwnerKey,
): Promise<Participant[]> {
  const rows = await queryable.prisma.participant.findMany({
    where: { pollId, ownerKey },
    orderBy: { id: "desc" },
  });
  return rows.map(participantFromRow);
}

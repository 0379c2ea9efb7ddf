import { type Prisma, participantFromRow, type Queryable, type Transaction } from "@polls/db";
import { NotFound, type OwnerKey, type Participant } from "@polls/domain";

export async function findParticipant(
  queryable: Queryable,
  pollId: bigint,
  publicId: string,
): Promise<Participant> {
  const row = await queryable.participant.findFirst({ where: { pollId, publicId } });
  if (row === null) throw new NotFound("Participant");
  return participantFromRow(row);
}

/** The participant, locked until the transaction ends: what is decided on it stays true. */
export async function lockParticipant(
  tx: Transaction,
  pollId: bigint,
  publicId: string,
): Promise<Participant> {
  await tx.$queryRaw`
    SELECT id FROM participants WHERE poll_id = ${pollId} AND public_id = ${publicId} FOR UPDATE`;
  return findParticipant(tx, pollId, publicId);
}

/** An admin changed or removed votes of somebody else's participant (S2.3). */
export async function markChangedByAdmin(tx: Transaction, participantId: bigint): Promise<void> {
  await tx.participant.update({ where: { id: participantId }, data: { changedByAdmin: true } });
}

/** Whose participants a list holds: all for admins; one's own, and others' where they show. */
export type ParticipantReader =
  | "admin"
  | { readonly ownerKey: OwnerKey | undefined; readonly others: boolean };

const filterOf = (pollId: bigint, reader: ParticipantReader): Prisma.ParticipantWhereInput => {
  if (reader === "admin") return { pollId };
  const own = { ownerKey: reader.ownerKey ?? "" };
  return { pollId, ...(reader.others ? { OR: [own, { confirmedAt: { not: null } }] } : own) };
};

export const countParticipants = (
  queryable: Queryable,
  pollId: bigint,
  reader: ParticipantReader,
): Promise<number> => queryable.participant.count({ where: filterOf(pollId, reader) });

/** One page of a poll's participants, newest first. */
export async function pageOfParticipants(
  queryable: Queryable,
  pollId: bigint,
  reader: ParticipantReader,
  page: { readonly limit: number; readonly offset: number },
): Promise<Participant[]> {
  const rows = await queryable.participant.findMany({
    where: filterOf(pollId, reader),
    orderBy: { id: "desc" },
    take: page.limit,
    skip: page.offset,
  });
  return rows.map(participantFromRow);
}

/** The actor's participants in a poll, newest first. */
export async function ownParticipants(
  queryable: Queryable,
  pollId: bigint,
  ownerKey: OwnerKey,
): Promise<Participant[]> {
  const rows = await queryable.participant.findMany({
    where: { pollId, ownerKey },
    orderBy: { id: "desc" },
  });
  return rows.map(participantFromRow);
}

import {
  lockParticipantForDeletion,
  type ParticipantFilter,
  type ParticipantPage,
  pageOfParticipantIds,
  takesPart,
} from "@polls/db/participants";
import { pollTallies } from "@polls/db/polls";
import { participantFromRow } from "@polls/db/rows";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import type { OwnerKey } from "@polls/domain/access";
import type { Participant } from "@polls/domain/participants";
import { NotFound, type Refusal } from "@polls/domain/refusals";

export async function findParticipant(
  queryable: PrismaQueryable,
  pollId: bigint,
  publicId: string,
  absent: Refusal = new NotFound("Participant"),
): Promise<Participant> {
  const row = await queryable.prisma.participant.findFirst({ where: { pollId, publicId } });
  if (row === null) throw absent;
  return participantFromRow(row);
}

/** Locks the participant, so that decisions about it stay valid. Throws `absent` without one. */
export async function lockParticipant(
  tx: PrismaTransaction,
  pollId: bigint,
  publicId: string,
  absent?: Refusal,
): Promise<Participant> {
  await lockParticipantForDeletion(tx, pollId, publicId);
  return findParticipant(tx, pollId, publicId, absent);
}

/** Admins see all participants, others their own, and the rest if participants are visible. */
export type ParticipantReader =
  | "admin"
  | { readonly ownerKey: OwnerKey | undefined; readonly others: boolean };

/** Only the reader's own and the unconfirmed ones are counted row by row. */
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

/** Newest first; anonymous ones by their random ids. */
export async function pageOfParticipants(
  queryable: PrismaQueryable,
  pollId: bigint,
  reader: ParticipantReader,
  page: ParticipantPage,
): Promise<Participant[]> {
  // Without unconfirmed participants no filter is needed, and the index alone finds the page.
  const seesAll =
    reader === "admin" || (reader.others && (await countUnconfirmed(queryable, pollId, {})) === 0);
  const filter: ParticipantFilter = seesAll
    ? "all"
    : { ownerKey: reader.ownerKey ?? "", confirmed: reader.others };
  const ids = await pageOfParticipantIds(queryable, pollId, filter, page);
  const rows = await queryable.prisma.participant.findMany({
    where: { id: { in: [...ids] } },
    orderBy: page.anonymous ? { publicId: "asc" } : { id: "desc" },
  });
  return rows.map(participantFromRow);
}

/** Reads participants in the order of their ids. */
export async function loadParticipants(
  { prisma }: PrismaQueryable,
  ids: readonly bigint[],
): Promise<Participant[]> {
  const rows = await prisma.participant.findMany({ where: { id: { in: [...ids] } } });
  const byId = new Map(rows.map((row) => [row.id, participantFromRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function newestOwnParticipant(
  queryable: PrismaQueryable,
  pollId: bigint,
  ownerKey: OwnerKey,
): Promise<Participant | undefined> {
  const row = await queryable.prisma.participant.findFirst({
    where: { pollId, ownerKey, ...takesPart },
    orderBy: { id: "desc" },
  });
  return row === null ? undefined : participantFromRow(row);
}

export const countFromAddress = (
  { prisma }: PrismaQueryable,
  pollId: bigint,
  addressKey: string,
): Promise<number> => prisma.participant.count({ where: { pollId, addressKey, ...takesPart } });

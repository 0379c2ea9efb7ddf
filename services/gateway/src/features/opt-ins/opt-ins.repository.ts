import type { Prisma } from "@polls/db/connection";
import { optInFromRow } from "@polls/db/rows";
import { lockByName, type PrismaQueryable, type PrismaTransaction } from "@polls/db/sql";
import { linkDigest } from "@polls/db/tokens";
import type { MailState } from "@polls/domain/mails";
import { mailboxOf, type OptIn } from "@polls/domain/opt-ins";
import type { Participant } from "@polls/domain/participants";

/** Mails to it and its confirmation are serialized until the transaction ends. */
export async function lockAddress(
  tx: PrismaTransaction,
  pollId: bigint,
  address: string,
): Promise<void> {
  await lockByName(tx, `opt-in of ${pollId}: ${address}`);
}

/** When confirmation mails to an address were requested for one participant. */
export async function askedOptIns(
  queryable: PrismaQueryable,
  where: { readonly pollId: bigint; readonly address: string; readonly participantId: bigint },
): Promise<Date[]> {
  const rows = await queryable.prisma.optIn.findMany({ where, select: { createdAt: true } });
  return rows.map(({ createdAt }) => createdAt);
}

/** When a requester's mails to an address were sent. Withheld mails do not count. */
export async function sentOptIns(
  queryable: PrismaQueryable,
  of: {
    readonly pollId: bigint;
    readonly address: string;
    readonly requesterKey: Uint8Array<ArrayBuffer>;
  },
): Promise<Date[]> {
  const where = { ...of, NOT: { mail: { state: "withheld" satisfies MailState } } };
  const rows = await queryable.prisma.optIn.findMany({ where, select: { createdAt: true } });
  return rows.map(({ createdAt }) => createdAt);
}

export interface FoundOptIn extends OptIn {
  readonly id: bigint;
  readonly pollId: bigint;
  readonly participantId: bigint;
  readonly participantPublicId: string;
  readonly address: string;
  /** The address as the participant gave it. */
  readonly email: string;
}

/** Finds the link of a token. Undefined if there is none, or if its participant is deleted. */
export async function findOptIn(
  queryable: PrismaQueryable,
  token: string,
): Promise<FoundOptIn | undefined> {
  const where = { tokenDigest: linkDigest(token) };
  return foundOptIn(await queryable.prisma.optIn.findUnique({ where, include }));
}

/** Finds the newest link of a participant to the address of another link. */
export async function findRequestOf(
  queryable: PrismaQueryable,
  { pollId, address }: Pick<FoundOptIn, "pollId" | "address">,
  participantPublicId: string,
): Promise<FoundOptIn | undefined> {
  const where = { pollId, address, participant: { publicId: participantPublicId } };
  return foundOptIn(
    await queryable.prisma.optIn.findFirst({ where, include, orderBy: { id: "desc" } }),
  );
}

const include = {
  mail: { select: { address: true } },
  participant: { select: { publicId: true } },
} as const;

function foundOptIn(
  row: Prisma.OptInGetPayload<{ include: typeof include }> | null,
): FoundOptIn | undefined {
  if (row === null) return undefined;
  const { id, pollId, address, participantId, mail, participant: found } = row;
  // Relations are read by separate queries. The participant may be deleted between them.
  const participant = found as typeof found | null;
  if (participant === null) return undefined;
  return {
    ...optInFromRow(row),
    id,
    pollId,
    participantId,
    participantPublicId: participant.publicId,
    address,
    email: mail?.address ?? address,
  };
}

/** Whether the owner of the mailbox of an address has denied the requests of this participant. */
export async function isDenied(
  queryable: PrismaQueryable,
  { address, participantId }: Pick<FoundOptIn, "address" | "participantId">,
): Promise<boolean> {
  const denied = await queryable.prisma.optIn.findMany({
    where: { participantId, deniedAt: { not: null } },
    select: { address: true },
    distinct: ["address"],
  });
  return denied.some((one) => mailboxOf(one.address) === mailboxOf(address));
}

/** The state of each participant's newest confirmation mail. */
export async function mailStates(
  queryable: PrismaQueryable,
  participants: readonly Pick<Participant, "id">[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await queryable.prisma.optIn.findMany({
    where: { participantId: { in: participants.map(({ id }) => id) }, mail: { isNot: null } },
    orderBy: { id: "desc" },
    distinct: ["participantId"],
    select: { participantId: true, mail: { select: { state: true } } },
  });
  return new Map(rows.map(({ participantId, mail }) => [participantId, mail?.state ?? "queued"]));
}

/** Invalidates the links of a participant that were mailed to other addresses. */
export async function endOtherOptIns(
  tx: PrismaTransaction,
  {
    participantId,
    address,
    now,
  }: Pick<FoundOptIn, "participantId" | "address"> & { readonly now: Date },
): Promise<void> {
  await tx.prisma.optIn.updateMany({
    where: { participantId, address: { not: address }, endedAt: null },
    data: { endedAt: now },
  });
}

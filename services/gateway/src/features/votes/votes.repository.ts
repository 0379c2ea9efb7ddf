import type { Prisma } from "@polls/db/connection";
import { optionFromRow, participantFromRow, voteFromRow } from "@polls/db/rows";
import type { PrismaQueryable } from "@polls/db/sql";
import { countVotesOfParticipants, votesOfParticipants } from "@polls/db/votes";
import type { OwnerKey } from "@polls/domain/access";
import { doorTypes, isOffered, type Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { ListedVote, Vote } from "@polls/domain/votes";

const around = {
  participant: true,
  option: { include: { parent: true } },
  loserOption: true,
} as const satisfies Prisma.VoteInclude;

/** What cast and held votes have. */
type VoteWithAround = Omit<Prisma.VoteGetPayload<{ include: typeof around }>, "score" | "saysNo">;

export interface StoredVote {
  readonly vote: Vote & Pick<ListedVote, "offered">;
  readonly participant: Participant;
  readonly option: Option;
  readonly parent: Option | undefined;
  readonly loser: Option | undefined;
}

/** Undefined: a related row was deleted between the separate queries of Prisma. */
function storedVote(found: VoteWithAround): StoredVote | undefined {
  const { participant, option, loserOption, ...row } = found as Loose<VoteWithAround>;
  const loserGone = row.loserOptionId !== null && loserOption === null;
  if (participant === null || option === null || loserGone) return undefined;
  const { parent } = option;
  if (option.parentId !== null && parent === null) return undefined;
  const stored = {
    participant: participantFromRow(participant),
    option: optionFromRow(option),
    parent: parent === null ? undefined : optionFromRow(parent),
    loser: loserOption === null ? undefined : optionFromRow(loserOption),
  };
  return { ...stored, vote: { offered: areOffered(stored), ...voteFromRow(row) } };
}

/** Compared options have no parents. */
const areOffered = ({ participant, option, parent, loser }: Omit<StoredVote, "vote">): boolean =>
  isOffered(parent === undefined ? [option] : [option, parent], participant.ownerKey) &&
  (loser === undefined || isOffered([loser], participant.ownerKey));

type Loose<Row extends VoteWithAround> = Omit<Row, "participant" | "option"> & {
  readonly [Name in "participant" | "option"]: Row[Name] | null;
};

export async function findVote(
  queryable: PrismaQueryable,
  pollId: bigint,
  publicId: string,
): Promise<StoredVote | undefined> {
  const row = await queryable.prisma.vote.findFirst({
    where: { pollId, publicId },
    include: around,
  });
  return row === null ? undefined : storedVote(row);
}

export interface VoteList {
  readonly pollId: bigint;
  /** All votes for admins. Otherwise the reader's votes, and votes of others on visible options. */
  readonly reader:
    | "admin"
    | {
        readonly ownerKey: OwnerKey | undefined;
        readonly others: "none" | "on_own_options" | "on_shown_options";
        /** Types of votes that are listed only for their owner. */
        readonly privateTypes: readonly string[];
        /** The moment at which doors must be open, in polls that have doors. */
        readonly openAt: Date | undefined;
      };
  readonly voteDate: string | undefined;
  readonly participantPublicId: string | undefined;
  readonly optionPublicId: string | undefined;
  /** Whether the order must not tell when votes were cast. */
  readonly anonymous: boolean;
}

/** Approved, not archived, and paid or free. In SQL, `NOT paid = false` is not true for null. */
const publicOption: Prisma.OptionWhereInput = {
  approvalState: "approved",
  archived: false,
  OR: [{ paid: null }, { paid: true }],
};

const onDay = (day: string | undefined) =>
  day === undefined ? {} : { voteDate: new Date(`${day}T00:00:00Z`) };

function filterOf(list: VoteList): Prisma.VoteWhereInput {
  const { reader } = list;
  return {
    pollId: list.pollId,
    ...onDay(list.voteDate),
    ...(list.participantPublicId === undefined
      ? {}
      : { participant: { publicId: list.participantPublicId } }),
    ...(list.optionPublicId === undefined ? {} : { option: { publicId: list.optionPublicId } }),
    // In addition to the filter of the caller, which may also name a participant.
    ...(reader === "admin" ? {} : { AND: memberFilter(reader) }),
  };
}

function memberFilter({
  ownerKey,
  others,
  privateTypes,
  openAt,
}: Exclude<VoteList["reader"], "admin">): Prisma.VoteWhereInput {
  const own = { ownerKey: ownerKey ?? "" };
  if (others === "none") return { participant: own };
  const below = { OR: [{ parentId: null }, { parent: publicOption }, { parent: own }] };
  const seen: Prisma.OptionWhereInput =
    others === "on_own_options" ? own : { OR: [own, { AND: [publicOption, below] }] };
  // The reader must see both options of a comparison.
  const seenWhole = {
    option: seen,
    OR: [{ loserOptionId: null }, { loserOption: seen }],
    ...(privateTypes.length > 0 && { type: { notIn: [...privateTypes] } }),
    AND: [
      { OR: [{ paidVotes: null }, { paidVotes: { gt: 0 } }] },
      ...(openAt === undefined ? [] : [{ option: isOpen(openAt) }]),
    ],
  };
  return { OR: [{ participant: own }, seenWhole] };
}

const isOpen = (now: Date): Prisma.OptionWhereInput => ({
  OR: [{ type: { notIn: [...doorTypes] } }, { startDate: null }, { startDate: { lte: now } }],
});

export const countVotes = (queryable: PrismaQueryable, list: VoteList): Promise<number> =>
  queryable.prisma.vote.count({ where: filterOf(list) });

/** The filter of a list of held votes, which only their owner can list. */
export type HeldVoteList = Omit<VoteList, "reader" | "anonymous"> & {
  readonly ownerKey: OwnerKey;
};

const heldFilterOf = ({
  pollId,
  voteDate,
  participantPublicId,
  optionPublicId,
  ownerKey,
}: HeldVoteList): Prisma.HeldVoteWhereInput => ({
  pollId,
  ...onDay(voteDate),
  participant: {
    ownerKey,
    ...(participantPublicId !== undefined && { publicId: participantPublicId }),
  },
  ...(optionPublicId !== undefined && { option: { publicId: optionPublicId } }),
});

export const countHeldVotes = (queryable: PrismaQueryable, list: HeldVoteList): Promise<number> =>
  queryable.prisma.heldVote.count({ where: heldFilterOf(list) });

export async function listHeldVotes(
  queryable: PrismaQueryable,
  list: HeldVoteList,
  page: { readonly limit: number; readonly offset: number },
): Promise<StoredVote[]> {
  const rows = await queryable.prisma.heldVote.findMany({
    where: heldFilterOf(list),
    include: around,
    orderBy: { id: "desc" },
    take: page.limit,
    skip: page.offset,
  });
  return rows
    .map((row) => storedVote({ ...row, ...asCast }))
    .filter((found) => found !== undefined);
}

/** The columns that only cast votes have. */
const asCast = {
  paidVotes: null,
  placeUntil: null,
  counts: true,
} as const;

/** Lists one page, newest first; of anonymous votes, by option and then by their random ids. */
export async function listVotes(
  queryable: PrismaQueryable,
  list: VoteList,
  page: { readonly limit: number; readonly offset: number },
): Promise<StoredVote[]> {
  const rows = await queryable.prisma.vote.findMany({
    where: filterOf(list),
    include: around,
    orderBy: list.anonymous ? [{ optionId: "asc" }, { publicId: "asc" }] : { id: "desc" },
    take: page.limit,
    skip: page.offset,
  });
  return rows.map(storedVote).filter((found) => found !== undefined);
}

/**
 * Lists the first votes of each participant, in the order of `listVotes`, and how many each has. An
 * option is read once, not for each of its votes.
 */
export async function listVotesOfParticipants(
  queryable: PrismaQueryable,
  participants: readonly Participant[],
  page: { readonly limit: number; readonly anonymous: boolean },
): Promise<{
  readonly votes: readonly StoredVote[];
  readonly counts: ReadonlyMap<bigint, number>;
}> {
  const byId = new Map(participants.map((participant) => [participant.id, participant]));
  const ids = [...byId.keys()];
  const votes = await votesOfParticipants(queryable, ids, page);
  const counts = await countVotesOfParticipants(queryable, ids);
  const named = votes.flatMap(({ optionId, loserOptionId }) => [optionId, loserOptionId ?? []]);
  const rows = await queryable.prisma.option.findMany({
    where: { id: { in: [...new Set(named.flat())] } },
    include: { parent: true },
  });
  const options = new Map(
    rows.map(({ parent, ...row }) => [
      row.id,
      { option: optionFromRow(row), parent: parent === null ? undefined : optionFromRow(parent) },
    ]),
  );
  const found = votes.flatMap((vote) => {
    const participant = byId.get(vote.participantId);
    const around = options.get(vote.optionId);
    if (participant === undefined || around === undefined) return [];
    const { loserOptionId } = vote;
    const loser = loserOptionId === undefined ? undefined : options.get(loserOptionId)?.option;
    const stored = { participant, ...around, loser };
    return [{ ...stored, vote: { offered: areOffered(stored), ...vote } }];
  });
  return { votes: found, counts };
}

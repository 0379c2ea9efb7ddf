import {
  optionFromRow,
  type Prisma,
  participantFromRow,
  type Queryable,
  voteFromRow,
} from "@polls/db";
import type { Option, OwnerKey, Participant, Vote } from "@polls/domain";

const around = {
  participant: true,
  option: { include: { parent: true } },
  loserOption: { select: { publicId: true } },
} as const satisfies Prisma.VoteInclude;

type VoteWithAround = Prisma.VoteGetPayload<{ include: typeof around }>;

/** A vote with whose it is and what it is for. */
export interface StoredVote {
  readonly vote: Vote;
  readonly participant: Participant;
  readonly option: Option;
  readonly parent: Option | undefined;
  readonly loser: { readonly publicId: string } | undefined;
}

/**
 * Undefined: what stands around the vote is gone, and the vote with it. Prisma reads relations by
 * queries of their own, so another transaction may delete between them, whatever the types say.
 */
function storedVote(found: VoteWithAround): StoredVote | undefined {
  const { participant, option, loserOption, ...row } = found as Loose<VoteWithAround>;
  const loserGone = row.loserOptionId !== null && loserOption === null;
  if (participant === null || option === null || loserGone) return undefined;
  const { parent } = option;
  if (option.parentId !== null && parent === null) return undefined;
  return {
    vote: voteFromRow(row),
    participant: participantFromRow(participant),
    option: optionFromRow(option),
    parent: parent === null ? undefined : optionFromRow(parent),
    loser: loserOption ?? undefined,
  };
}

type Loose<Row extends VoteWithAround> = Omit<Row, "participant" | "option"> & {
  readonly [Name in "participant" | "option"]: Row[Name] | null;
};

/** A vote of a poll by its public id. */
export async function findVote(
  queryable: Queryable,
  pollId: bigint,
  publicId: string,
): Promise<StoredVote | undefined> {
  const row = await queryable.vote.findFirst({ where: { pollId, publicId }, include: around });
  return row === null ? undefined : storedVote(row);
}

/** Which votes of a poll a list holds. */
export interface VoteList {
  readonly pollId: bigint;
  /** `all` for admins; else one's own, and others' where they show. */
  readonly reader: "admin" | { readonly ownerKey: OwnerKey | undefined; readonly others: boolean };
  /** Only votes of this day. */
  readonly voteDate: string | undefined;
  readonly participantPublicId: string | undefined;
  readonly optionPublicId: string | undefined;
}

/** Approved, unarchived and paid for, or free: SQL takes `NOT paid = false` of null for no. */
const publicOption: Prisma.OptionWhereInput = {
  approvalState: "approved",
  archived: false,
  OR: [{ paid: null }, { paid: true }],
};

function filterOf(list: VoteList): Prisma.VoteWhereInput {
  const { reader } = list;
  const own = reader === "admin" ? undefined : { ownerKey: reader.ownerKey ?? "" };
  const shownOption = {
    AND: [
      publicOption,
      {
        OR: [
          { parentId: null },
          { parent: publicOption },
          ...(own === undefined ? [] : [{ parent: own }]),
        ],
      },
    ],
  };
  return {
    pollId: list.pollId,
    ...(list.voteDate === undefined ? {} : { voteDate: new Date(`${list.voteDate}T00:00:00Z`) }),
    ...(list.participantPublicId === undefined
      ? {}
      : { participant: { publicId: list.participantPublicId } }),
    ...(list.optionPublicId === undefined ? {} : { option: { publicId: list.optionPublicId } }),
    ...(own === undefined || reader === "admin"
      ? {}
      : {
          OR: [
            { participant: own },
            ...(reader.others ? [{ option: shownOption }, { option: own }] : []),
          ],
        }),
  };
}

export const countVotes = (queryable: Queryable, list: VoteList): Promise<number> =>
  queryable.vote.count({ where: filterOf(list) });

/** One page of a list, newest first. */
export async function listVotes(
  queryable: Queryable,
  list: VoteList,
  page: { readonly limit: number; readonly offset: number },
): Promise<StoredVote[]> {
  const rows = await queryable.vote.findMany({
    where: filterOf(list),
    include: around,
    orderBy: { id: "desc" },
    take: page.limit,
    skip: page.offset,
  });
  return rows.map(storedVote).filter((found) => found !== undefined);
}

import {
  type OptionTally,
  optionTallies,
  Prisma,
  type PrismaQueryable,
  siblingTallies,
} from "@polls/db";
import { childrenOf, type Option, optionSettingsOf } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import type { CategoryCounts, Sibling } from "@polls/domain/ratings";
import { type VotingRules, votingRules } from "@polls/domain/votes";
import { siblingsOf } from "../options/positions";
import { isPublic } from "./readable-siblings";

/** The options under one parent, which are ranked together. */
export interface SiblingSet {
  readonly poll: Poll;
  /** Undefined: the top level. */
  readonly parent: Option | undefined;
}

export interface RatedSet extends SiblingSet {
  /** Whether members see the set: points of ranks depend on the number of options that they see. */
  readonly shownToMembers: boolean;
}

export interface LoadedSibling extends Sibling {
  /** Options of its class take votes. */
  readonly votable: boolean;
}

interface SiblingRow {
  readonly id: bigint;
  readonly position: number;
  readonly picked: boolean;
  readonly type: string;
  readonly public: boolean;
}

/** The rules for votes on options of a class in a set; undefined: the options take no votes. */
export const votingRulesIn = (
  { poll, parent }: SiblingSet,
  type: string,
): VotingRules | undefined =>
  votingRules(poll, {
    option: {
      id: 0n,
      type,
      settings: optionSettingsOf({}),
      inputType: undefined,
      ownerKey: undefined,
      startDate: undefined,
    },
    parent,
    visible: true,
    placesTaken: 0,
    votableOptions: undefined,
    fileIds: [],
  });

/** All options of a set, those with the given ids, or the next ones by id. */
export type SiblingSelection =
  | "all"
  | { readonly ids: readonly bigint[] }
  | { readonly after: bigint; readonly limit: number };

function conditionOf(selection: SiblingSelection): Prisma.Sql {
  if (selection === "all") return Prisma.empty;
  return "ids" in selection
    ? Prisma.sql`AND id = ANY(${selection.ids as bigint[]}::bigint[])`
    : Prisma.sql`AND id > ${selection.after} ORDER BY id LIMIT ${selection.limit}`;
}

/** Options of a set with their counts. */
export async function loadSiblings(
  queryable: PrismaQueryable,
  set: SiblingSet,
  selection: SiblingSelection,
): Promise<LoadedSibling[]> {
  if (typeof selection === "object" && "ids" in selection && selection.ids.length === 0) return [];
  const { poll, parent } = set;
  const rows = await queryable.prisma.$queryRaw<SiblingRow[]>`
    SELECT id, position, picked, type, (${isPublic}) AS public
    FROM options WHERE ${siblingsOf(poll.id, parent?.id)} ${conditionOf(selection)}`;
  const ids = rows.map(({ id }) => id);
  const tallies =
    selection === "all"
      ? await siblingTallies(queryable, poll.id, parent?.id)
      : await optionTallies(queryable, ids);
  const distributions = await loadDistributions(queryable, set, ids);
  return siblingsFrom(set, rows, tallies, distributions);
}

function siblingsFrom(
  set: SiblingSet,
  rows: readonly SiblingRow[],
  tallies: readonly OptionTally[],
  distributions: Distributions,
): LoadedSibling[] {
  const talliesOf = new Map<bigint, OptionTally[]>();
  for (const tally of tallies) {
    const known = talliesOf.get(tally.optionId);
    if (known === undefined) talliesOf.set(tally.optionId, [tally]);
    else known.push(tally);
  }
  const types = [...new Set(rows.map(({ type }) => type))];
  const votable = new Set(types.filter((type) => votingRulesIn(set, type) !== undefined));
  return rows.map((row) => {
    const own = talliesOf.get(row.id) ?? [];
    return {
      id: row.id,
      position: row.position,
      picked: row.picked,
      public: row.public,
      votable: votable.has(row.type),
      ranked: row.public && votable.has(row.type),
      voters: own.find(({ votingCategoryId }) => votingCategoryId === 0)?.voters ?? 0,
      counts: own.map((tally) => countsOf(tally, distributions)),
    };
  });
}

/** Number of counting votes by rank, for each option and category. */
type Distributions = ReadonlyMap<string, ReadonlyMap<number, number>>;

function countsOf(
  { optionId, votingCategoryId, votes, total, noes }: OptionTally,
  distributions: Distributions,
): CategoryCounts {
  const distribution = distributions.get(`${optionId}:${votingCategoryId}`);
  return {
    votingCategoryId,
    votes,
    total,
    noes,
    ...(distribution !== undefined && { distribution }),
  };
}

/** Points of ranks depend on the current number of options, so they are computed from the votes. */
async function loadDistributions(
  queryable: PrismaQueryable,
  set: SiblingSet,
  ids: readonly bigint[],
): Promise<Distributions> {
  const distributions = new Map<string, Map<number, number>>();
  if (setRules(set)?.type.ratedBy !== "ranks" || ids.length === 0) return distributions;
  const rows = await queryable.prisma.$queryRaw<
    { option_id: bigint; category: number; rank: number; votes: number }[]
  >`
    SELECT v.option_id, coalesce(v.voting_category_id, 0) AS category, v.value::float8 AS rank,
           count(*)::int AS votes
    FROM votes v JOIN participants p ON p.id = v.participant_id
    WHERE v.poll_id = ${set.poll.id} AND v.option_id = ANY(${ids as bigint[]}::bigint[])
      AND v.counts AND NOT p.fraudulent AND p.paid IS NOT FALSE
    GROUP BY 1, 2, 3`;
  for (const { option_id, category, rank, votes } of rows) {
    const key = `${option_id}:${category}`;
    const distribution = distributions.get(key) ?? new Map<number, number>();
    distributions.set(key, distribution.set(rank, votes));
  }
  return distributions;
}

/** The rules for votes on the options of a set; undefined: the set takes no votes. */
export function setRules({ poll, parent }: SiblingSet): VotingRules | undefined {
  const type = parent === undefined ? poll.settings.option_type : childrenOf(poll, parent)?.type;
  return type === undefined ? undefined : votingRulesIn({ poll, parent }, type);
}

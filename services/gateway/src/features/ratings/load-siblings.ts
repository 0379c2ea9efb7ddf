import {
  countRanks,
  countVotable,
  findRatedOptions,
  findRatedOptionsOfEach,
  nextRatedOptions,
  type OptionTally,
  optionTallies,
  type RatedOptionRow,
} from "@polls/db/options";
import type { PrismaQueryable, PrismaTransaction, ReadSnapshot } from "@polls/db/sql";
import type { CountedVotes } from "@polls/db/votes";
import { groupBy } from "@polls/domain/grouping";
import { optionTypes } from "@polls/domain/option-types";
import { childrenOf, type Option, optionSettingsOf } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import type { CategoryCounts, Sibling } from "@polls/domain/ratings";
import { type VotingRules, votingRules } from "@polls/domain/votes";

/** Where ratings are read: in a read snapshot, or in a transaction that changes the set. */
export type RatingSource = ReadSnapshot | PrismaTransaction;

/** The options with the same parent, which are ranked together. */
export interface SiblingSet {
  readonly poll: Poll;
  /** Undefined: the top level. */
  readonly parent: Option | undefined;
}

export interface RatedSet extends SiblingSet {
  /** Whether members see the set. Points of ranks depend on the number of visible options. */
  readonly shownToMembers: boolean;
}

export interface LoadedSibling extends Sibling {
  /** Whether options of its class can be voted on. */
  readonly votable: boolean;
}

/** The rules for votes on options of a class in a set. Undefined: they cannot be voted on. */
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
  });

/** The number of scores that are counted for each option: one in each voting category. */
export const scoresOfOption = ({ votingCategories }: Poll): number =>
  Math.max(1, votingCategories.length);

/** Counts of options that were read earlier, by option id (ADR 0015). */
export type CountsBefore = ReadonlyMap<bigint, CountedVotes>;

/** Loads options of a set with their counts: those in `before`, otherwise the current ones. */
export async function loadSiblings(
  queryable: PrismaQueryable,
  set: SiblingSet,
  ids: readonly bigint[],
  before: CountsBefore = new Map(),
): Promise<readonly LoadedSibling[]> {
  if (ids.length === 0) return [];
  const siblings = { pollId: set.poll.id, parentId: set.parent?.id };
  const rows = await findRatedOptions(queryable, siblings, { ids });
  return (await withCounts(queryable, [{ set, rows }], before)).get(set) ?? [];
}

/** Loads all options of sets of one poll, by set, with a fixed number of statements. */
export async function loadSets<Set extends SiblingSet>(
  queryable: PrismaQueryable,
  sets: readonly Set[],
  before: CountsBefore = new Map(),
): Promise<ReadonlyMap<Set, readonly LoadedSibling[]>> {
  const [first] = sets;
  if (first === undefined) return new Map();
  const parentIds = sets.map(({ parent }) => parent?.id);
  const rows = await findRatedOptionsOfEach(queryable, first.poll.id, parentIds);
  const below = groupBy(rows, ({ parentId }) => parentId);
  const found = sets.map((set) => ({ set, rows: below.get(set.parent?.id ?? null) ?? [] }));
  return withCounts(queryable, found, before);
}

type SiblingRow = Omit<RatedOptionRow, "publicId">;

async function withCounts<Set extends SiblingSet>(
  queryable: PrismaQueryable,
  found: readonly { readonly set: Set; readonly rows: readonly SiblingRow[] }[],
  before: CountsBefore,
): Promise<ReadonlyMap<Set, readonly LoadedSibling[]>> {
  const ids = found.flatMap(({ rows }) => rows.map(({ id }) => id));
  const current = ids.filter((id) => !before.has(id));
  const counted = ids.flatMap((id) => before.get(id)?.tallies ?? []);
  const tallies = [...counted, ...(await optionTallies(queryable, current))];
  const talliesOf = groupBy(tallies, ({ optionId }) => optionId);
  const distributions = await loadDistributions(queryable, found, before);
  return new Map(
    found.map(({ set, rows }) => [set, siblingsFrom(set, rows, talliesOf, distributions)]),
  );
}

/** Loads the next options of a set by id, with their current counts. */
export async function loadNextSiblings(
  queryable: PrismaQueryable,
  set: SiblingSet,
  page: { readonly after: bigint; readonly limit: number },
): Promise<LoadedSibling[]> {
  const siblings = { pollId: set.poll.id, parentId: set.parent?.id };
  const { rows, tallies } = await nextRatedOptions(queryable, siblings, page);
  const distributions = await loadDistributions(queryable, [{ set, rows }], new Map());
  return siblingsFrom(
    set,
    rows,
    groupBy(tallies, ({ optionId }) => optionId),
    distributions,
  );
}

function siblingsFrom(
  set: SiblingSet,
  rows: readonly SiblingRow[],
  talliesOf: ReadonlyMap<bigint, readonly OptionTally[]>,
  distributions: Distributions,
): LoadedSibling[] {
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

/** The number of counting votes by rank, for each option and category. */
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
  found: readonly { readonly set: SiblingSet; readonly rows: readonly SiblingRow[] }[],
  before: CountsBefore,
): Promise<Distributions> {
  const distributions = new Map<string, Map<number, number>>();
  const ranked = found.filter(({ set }) => votingRulesOf(set)?.type.ratedBy === "ranks");
  const ids = ranked.flatMap(({ rows }) => rows.map(({ id }) => id));
  const current = ids.filter((id) => !before.has(id));
  const poll = found[0]?.set.poll;
  const rows =
    poll === undefined || current.length === 0 ? [] : await countRanks(queryable, poll.id, current);
  const counted = ids.flatMap((id) => before.get(id)?.ranks ?? []);
  for (const { optionId, category, rank, votes } of [...counted, ...rows]) {
    const key = `${optionId}:${category}`;
    const distribution = distributions.get(key) ?? new Map<number, number>();
    distributions.set(key, distribution.set(rank, votes));
  }
  return distributions;
}

/** The rules for votes on the options of a set. Undefined: they cannot be voted on. */
export function votingRulesOf({ poll, parent }: SiblingSet): VotingRules | undefined {
  const type = parent === undefined ? poll.settings.option_type : childrenOf(poll, parent)?.type;
  return type === undefined ? undefined : votingRulesIn({ poll, parent }, type);
}

/** The number of votable options that members see, which is the points of the first rank. */
export const countVotableNow = (
  queryable: PrismaQueryable,
  poll: Poll,
  { stepId }: Pick<VotingRules, "stepId">,
) => countVotable(queryable, poll.id, stepId, { never: neverVotable, groups });

const neverVotable = optionTypes.all.filter(({ votable }) => !votable).map(({ name }) => name);

const groups = optionTypes.all.flatMap(({ groupedAs }) =>
  groupedAs === undefined ? [] : [groupedAs],
);

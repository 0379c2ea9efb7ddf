import { type OptionTally, optionTallies, Prisma, type Queryable, siblingTallies } from "@polls/db";
import { childrenOf, type Option, optionSettingsOf } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import type { CategoryCounts, Sibling } from "@polls/domain/ratings";
import { type VotingRules, votingRules } from "@polls/domain/votes";
import { siblingsOf } from "../options/positions";
import { isPublic } from "./readable-siblings";

/** Options under one parent, which are judged beside each other; undefined: the top level. */
export interface SiblingSet {
  readonly poll: Poll;
  readonly parent: Option | undefined;
}

/** A set as members see it: points of ranks go by how many options they see. */
export interface RatedSet extends SiblingSet {
  readonly shownToMembers: boolean;
}

export interface LoadedSibling extends Sibling {
  /** Votes go to options of its class. */
  readonly votable: boolean;
}

interface Row {
  readonly id: bigint;
  readonly position: number;
  readonly picked: boolean;
  readonly type: string;
  readonly public: boolean;
}

/** What binds votes on options of a class in a set; undefined: they take none. */
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

/** All options of a set, those of the given ids, or so many by id after one. */
export type WhichSiblings =
  | "all"
  | { readonly ids: readonly bigint[] }
  | { readonly after: bigint; readonly limit: number };

function chosenBy(which: WhichSiblings): Prisma.Sql {
  if (which === "all") return Prisma.empty;
  return "ids" in which
    ? Prisma.sql`AND id = ANY(${which.ids as bigint[]}::bigint[])`
    : Prisma.sql`AND id > ${which.after} ORDER BY id LIMIT ${which.limit}`;
}

/** Options of a set with their counts. */
export async function loadSiblings(
  queryable: Queryable,
  set: SiblingSet,
  which: WhichSiblings,
): Promise<LoadedSibling[]> {
  if (typeof which === "object" && "ids" in which && which.ids.length === 0) return [];
  const { poll, parent } = set;
  const rows = await queryable.$queryRaw<Row[]>`
    SELECT id, position, picked, type, (${isPublic}) AS public
    FROM options WHERE ${siblingsOf(poll.id, parent?.id)} ${chosenBy(which)}`;
  const ids = rows.map(({ id }) => id);
  const tallies =
    which === "all"
      ? await siblingTallies(queryable, poll.id, parent?.id)
      : await optionTallies(queryable, ids);
  const distributions = await loadDistributions(queryable, set, ids);
  return judge(set, rows, tallies, distributions);
}

function judge(
  set: SiblingSet,
  rows: readonly Row[],
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

/** Option and category → rank given → how many counting votes give it. */
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

/** Points of ranks depend on how many options there are now: they are made from the votes. */
async function loadDistributions(
  queryable: Queryable,
  set: SiblingSet,
  ids: readonly bigint[],
): Promise<Distributions> {
  const distributions = new Map<string, Map<number, number>>();
  if (setRules(set)?.type.ratedBy !== "ranks" || ids.length === 0) return distributions;
  const rows = await queryable.$queryRaw<
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

/** What binds votes on the options that a set is made of; undefined: no votes go there. */
export function setRules({ poll, parent }: SiblingSet): VotingRules | undefined {
  const type = parent === undefined ? poll.settings.option_type : childrenOf(poll, parent)?.type;
  return type === undefined ? undefined : votingRulesIn({ poll, parent }, type);
}

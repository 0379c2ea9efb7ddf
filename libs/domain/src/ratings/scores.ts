import type { RatingMethod } from "../options/option-settings";
import type { PollSettings } from "../polls/settings";
import type { VoteType } from "../vote-types/vote-type";
import { exactSum } from "../votes/exact-sum";
import { bordaPoints } from "./borda-points";
import { compareRatios, meanOf, type Ratio, ratioOf } from "./ratio";

/** Counts of an option in one voting category (0: the poll has none). */
export interface CategoryCounts {
  readonly votingCategoryId: number;
  readonly votes: number;
  readonly total: number;
  readonly noes: number;
  /** Counting votes by value; asked for where `ratedBy` is `ranks`. */
  readonly distribution?: ReadonlyMap<number, number>;
}

/** An option among its siblings, as ratings look at it. */
export interface Sibling {
  readonly id: bigint;
  readonly position: number;
  readonly picked: boolean;
  /** Approved, unarchived and paid: everybody may see it. */
  readonly public: boolean;
  /** Votable and public: it takes part in ranks (decisions 4). */
  readonly ranked: boolean;
  readonly voters: number;
  readonly counts: readonly CategoryCounts[];
}

export interface RatingRules {
  /** As the poll reads it: `voteTypeAs`. */
  readonly type: VoteType;
  readonly method: RatingMethod;
  readonly target: PollSettings["target"];
  /** Ballots with any counting vote in the poll. */
  readonly ballots: number;
  /** Of the poll's voting categories; empty: it has none. */
  readonly categoryIds: readonly number[];
  /** Votable options that members see now, for points of ranks. */
  readonly options: number;
  /** Bradley-Terry strengths, where `bestBy` is `strength`. */
  readonly strengths: ReadonlyMap<bigint, number>;
  /** Options given out, where the target is `best_distribution`. */
  readonly givenOut: ReadonlySet<bigint>;
}

/** How an option does by itself, in all or in one category. */
export interface Score {
  readonly votes: number;
  readonly noes: number;
  readonly rating: number;
  readonly average: Ratio;
}

/** How an option does in one category. */
export function scoreOf({ counts }: Sibling, votingCategoryId: number, rules: RatingRules): Score {
  const found = counts.find((count) => count.votingCategoryId === votingCategoryId);
  const { votes, total, noes } = found ?? { votes: 0, total: 0, noes: 0 };
  const rating =
    rules.type.ratedBy === "ranks"
      ? bordaPoints(found?.distribution ?? new Map(), rules.options)
      : total;
  const byAll = rules.method === "average_by_all" && !rules.type.compares;
  return { votes, noes, rating, average: ratioOf(rating, byAll ? rules.ballots : votes) };
}

/** With voting categories the sum of the ratings and the plain mean of the averages of those with votes. */
export function sumOf(sibling: Sibling, rules: RatingRules): Score {
  if (rules.categoryIds.length === 0) return scoreOf(sibling, 0, rules);
  const scores = rules.categoryIds.map((id) => scoreOf(sibling, id, rules));
  return {
    votes: scores.reduce((sum, { votes }) => sum + votes, 0),
    noes: scores.reduce((sum, { noes }) => sum + noes, 0),
    rating: exactSum(...scores.map(({ rating }) => rating)),
    average: meanOf(scores.filter(({ votes }) => votes > 0).map(({ average }) => average)),
  };
}

/** What options are compared by. */
interface Compared {
  readonly id: bigint;
  readonly score: Score;
}

/** Whether an option is best, and selected, by its rank and by whether an admin picked any. */
export function bestAndSelected(
  { id, score }: Compared,
  at: {
    readonly rank: number | undefined;
    readonly picked: boolean;
    readonly anyPicked: boolean;
  },
  rules: RatingRules,
): { readonly bestRating: boolean; readonly selected: boolean } {
  const hasVotes = isLowestResistance(rules) ? rules.ballots > 0 : score.votes > 0;
  const bestRating = at.rank === 1 && hasVotes;
  const found = rules.target === "best_distribution" ? rules.givenOut.has(id) : bestRating;
  return { bestRating, selected: at.anyPicked ? at.picked : found };
}

/** Comparisons are ranked by strength, whatever the target (decisions 8). */
const isLowestResistance = ({ target, type }: RatingRules): boolean =>
  target === "lowest_resistance" && type.bestBy !== "strength";

/** The better one first; options without a counting vote last, but where the lowest resistance wins. */
export function betterFirst(rules: RatingRules): (one: Compared, other: Compared) => number {
  if (isLowestResistance(rules)) {
    return rules.type.resistance === "noes"
      ? ({ score: one }, { score: other }) => one.noes - other.noes
      : ({ score: one }, { score: other }) => one.rating - other.rating;
  }
  const better = betterBy(rules);
  return (one, other) =>
    Number(one.score.votes === 0) - Number(other.score.votes === 0) ||
    (one.score.votes === 0 ? 0 : better(one, other));
}

function betterBy({ type, strengths }: RatingRules): (one: Compared, other: Compared) => number {
  switch (type.bestBy) {
    case "average":
      return (one, other) => compareRatios(other.score.average, one.score.average);
    case "strength": {
      const strength = ({ id }: Compared) => comparable(strengths.get(id));
      return (one, other) => strength(other) - strength(one);
    }
    default:
      return (one, other) => other.score.rating - one.score.rating;
  }
}

/** Strengths are found by iteration: what differs by less than it leaves open is equal. */
const comparable = (strength = 1): number => Math.round(Math.log(strength) * 1e7);

import type { RatingMethod } from "../options/option-settings";
import type { PollSettings } from "../polls/settings";
import type { VoteType } from "../vote-types/vote-type";
import { takesNo } from "../vote-values";
import { exactSum } from "../votes/exact-sum";
import { bordaPoints } from "./borda-points";
import { compareRatios, meanOf, type Ratio, ratioOf } from "./ratio";

/** Counting votes of an option in one voting category (0: the poll has none). */
export interface CategoryCounts {
  readonly votingCategoryId: number;
  readonly votes: number;
  readonly total: number;
  readonly noes: number;
  /** Number of counting votes by rank. Only where `ratedBy` is `ranks`. */
  readonly distribution?: ReadonlyMap<number, number>;
}

/** The facts about an option that ratings use. */
export interface Sibling {
  readonly id: bigint;
  readonly position: number;
  readonly picked: boolean;
  /** Whether the option is approved, unarchived and paid, so that every reader may see it. */
  readonly public: boolean;
  /** Whether the option is votable and public, and so has a rank (docs/reference/ratings.md#rank). */
  readonly ranked: boolean;
  readonly voters: number;
  readonly counts: readonly CategoryCounts[];
}

export interface RatingRules {
  /** The result of `voteTypeAs`, because sold votes are rated differently. */
  readonly type: VoteType;
  readonly method: RatingMethod;
  readonly target: PollSettings["target"];
  /** Number of ballots with a counting vote in the poll (docs/reference/ratings.md#ballots). */
  readonly ballots: number;
  /** Empty when the poll has no voting categories. */
  readonly categoryIds: readonly number[];
  /** Number of votable options that members see now. Used for points of ranks. */
  readonly optionCount: number;
  /** Bradley-Terry strengths by option. Only where `bestBy` is `strength`. */
  readonly strengths: ReadonlyMap<bigint, number>;
  /** Options with an assigned participant. Only where the target is `best_distribution`. */
  readonly assigned: ReadonlySet<bigint>;
  /** The places of options by a count; without one an option has no rank yet. Undefined: scores decide. */
  readonly counted?: ReadonlyMap<bigint, CountedPlace> | undefined;
}

export interface CountedPlace {
  /** From 1: the elected in the order of election, then the others, last eliminated first. */
  readonly rank: number;
  readonly elected: boolean;
}

/** The score of an option from its own votes, overall or in one category. */
export interface Score {
  readonly votes: number;
  readonly noes: number;
  readonly rating: number;
  readonly average: Ratio;
}

/** The score without votes. It is one object, so that equal ones are known without a comparison. */
const noVotes: Score = { votes: 0, noes: 0, rating: 0, average: ratioOf(0, 0) };

/** A score in one category, from its figures. */
export function scoreFrom(
  { votes, noes, rating }: Omit<Score, "average">,
  rules: RatingRules,
): Score {
  if (votes === 0 && noes === 0 && rating === 0) return noVotes;
  const byAll = rules.method === "average_by_all" && !rules.type.compares;
  return { votes, noes, rating, average: ratioOf(rating, byAll ? rules.ballots : votes) };
}

/** The overall score of an option (docs/reference/ratings.md#categories), and those in the categories of the rules. */
export function scoresOf(
  { counts }: Sibling,
  rules: RatingRules,
): { readonly score: Score; readonly categories: readonly Score[] } {
  const byCategory = new Map(counts.map((count) => [count.votingCategoryId, count]));
  const scoreIn = (id: number): Score => {
    const count = byCategory.get(id);
    return count === undefined ? noVotes : scoreFromCounts(count, rules);
  };
  const categories = rules.categoryIds.map(scoreIn);
  return { score: categories.length === 0 ? scoreIn(0) : sumOfScores(categories), categories };
}

function scoreFromCounts(
  { votes, total, noes, distribution = new Map() }: CategoryCounts,
  rules: RatingRules,
): Score {
  const isByRanks = rules.type.ratedBy === "ranks";
  const rating = isByRanks ? bordaPoints(distribution, rules.optionCount) : total;
  return scoreFrom({ votes, noes, rating }, rules);
}

/** The overall score from the scores in all categories. */
export function sumOfScores(scores: readonly Score[]): Score {
  if (scores.every((score) => score === noVotes)) return noVotes;
  return {
    votes: scores.reduce((sum, { votes }) => sum + votes, 0),
    noes: scores.reduce((sum, { noes }) => sum + noes, 0),
    rating: exactSum(...scores.map(({ rating }) => rating)),
    average: meanOf(scores.filter(({ votes }) => votes > 0).map(({ average }) => average)),
  };
}

interface ComparedOption {
  readonly id: bigint;
  readonly score: Score;
}

/** Whether an option is best and selected (docs/reference/ratings.md#best-and-selected). */
export function bestAndSelected(
  { id, score }: ComparedOption,
  place: {
    readonly rank: number | undefined;
    readonly picked: boolean;
    readonly anyPicked: boolean;
  },
  rules: RatingRules,
): { readonly bestRating: boolean; readonly selected: boolean } {
  const hasVotes = isLowestResistance(rules) ? rules.ballots > 0 : score.votes > 0;
  const bestRating = place.rank === 1 && hasVotes;
  const isBest = rules.target === "best_distribution" ? rules.assigned.has(id) : bestRating;
  return { bestRating, selected: place.anyPicked ? place.picked : isBest };
}

/** Comparisons are ranked by strength for every target (docs/reference/ratings.md#lowest-resistance). */
const isLowestResistance = ({ target, type }: RatingRules): boolean =>
  target === "lowest_resistance" && type.bestBy !== "strength";

/** Sorts better options first. Options without votes are last, except for the lowest resistance. */
export function betterFirst(
  rules: RatingRules,
): (one: ComparedOption, other: ComparedOption) => number {
  if (isLowestResistance(rules)) {
    return takesNo(rules.type.choices)
      ? ({ score: one }, { score: other }) => one.noes - other.noes
      : ({ score: one }, { score: other }) => one.rating - other.rating;
  }
  const better = betterBy(rules);
  return (one, other) =>
    Number(one.score.votes === 0) - Number(other.score.votes === 0) ||
    (one.score.votes === 0 ? 0 : better(one, other));
}

function betterBy({
  type,
  strengths,
}: RatingRules): (one: ComparedOption, other: ComparedOption) => number {
  switch (type.bestBy) {
    case "average":
      return (one, other) => compareRatios(other.score.average, one.score.average);
    case "strength": {
      const strength = ({ id }: ComparedOption) => comparable(strengths.get(id));
      return (one, other) => strength(other) - strength(one);
    }
    default:
      return (one, other) => other.score.rating - one.score.rating;
  }
}

/** Rounds strengths to the precision of their computation, so that equal ones compare as equal. */
const comparable = (strength = 1): number => Math.round(Math.log(strength) * 1e7);

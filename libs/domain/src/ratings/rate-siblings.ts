import type { RatingMethod } from "../options/option-settings";
import type { PollSettings } from "../polls/settings";
import type { VoteType } from "../vote-types/vote-type";
import { exactSum } from "../votes/exact-sum";
import { bordaPoints } from "./borda-points";
import { competitionRanks } from "./competition-ranks";
import { compareRatios, meanOf, type Ratio, ratioOf, rounded, zero } from "./ratio";

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
  /** Votable, approved, unarchived and paid: it takes part in ranks (decisions 4). */
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

/** What readers see of one category; undefined: votes of this type have none. */
export interface CategoryRating {
  readonly votingCategoryId: number;
  readonly rating: number;
  readonly averageRating: number | undefined;
  readonly bestRating: boolean | undefined;
  readonly selected: boolean | undefined;
}

export interface Rating {
  readonly rating: number;
  /** With 4 decimals, as shown. */
  readonly averageRating: number | undefined;
  /** Unrounded, as compared. */
  readonly average: Ratio;
  readonly voterCount: number;
  readonly rank: number | undefined;
  readonly bestRating: boolean | undefined;
  readonly selected: boolean | undefined;
  /** Empty: the poll has no voting categories. */
  readonly categories: readonly CategoryRating[];
}

/** The ratings of all options under one parent, by id (decisions 7). */
export function rateSiblings(
  siblings: readonly Sibling[],
  rules: RatingRules,
): ReadonlyMap<bigint, Rating> {
  const overall = judge(siblings, rules, (sibling) => sumOf(sibling, rules));
  const categories = rules.categoryIds.map((votingCategoryId) => ({
    votingCategoryId,
    verdicts: judge(siblings, rules, (sibling) => scoreOf(sibling, votingCategoryId, rules)),
  }));
  return new Map(
    overall.map(({ sibling, score, ...verdict }, index) => [
      sibling.id,
      {
        rating: score.rating,
        averageRating: shownAverage(score, rules),
        average: score.average,
        voterCount: sibling.voters,
        ...verdict,
        categories: categories.flatMap(({ votingCategoryId, verdicts }) => {
          const judged = verdicts[index];
          if (judged === undefined) return [];
          const { bestRating, selected } = judged;
          return [
            {
              votingCategoryId,
              rating: judged.score.rating,
              averageRating: shownAverage(judged.score, rules),
              bestRating,
              selected,
            },
          ];
        }),
      },
    ]),
  );
}

/** Order of a list by rating, the best first; ties by position, then id (decisions 4). */
export const byRating =
  (key: "rating" | "average_rating", ratings: ReadonlyMap<bigint, Rating>) =>
  (one: Pick<Sibling, "id" | "position">, other: Pick<Sibling, "id" | "position">): number => {
    const [a, b] = [ratings.get(one.id), ratings.get(other.id)];
    const difference =
      key === "rating"
        ? (b?.rating ?? 0) - (a?.rating ?? 0)
        : compareRatios(b?.average ?? zero, a?.average ?? zero);
    return (
      difference ||
      one.position - other.position ||
      (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
    );
  };

interface Score {
  readonly votes: number;
  readonly noes: number;
  readonly rating: number;
  readonly average: Ratio;
}

function scoreOf({ counts }: Sibling, votingCategoryId: number, rules: RatingRules): Score {
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
function sumOf(sibling: Sibling, rules: RatingRules): Score {
  if (rules.categoryIds.length === 0) return scoreOf(sibling, 0, rules);
  const scores = rules.categoryIds.map((id) => scoreOf(sibling, id, rules));
  return {
    votes: scores.reduce((sum, { votes }) => sum + votes, 0),
    noes: scores.reduce((sum, { noes }) => sum + noes, 0),
    rating: exactSum(...scores.map(({ rating }) => rating)),
    average: meanOf(scores.filter(({ votes }) => votes > 0).map(({ average }) => average)),
  };
}

interface Judged {
  readonly sibling: Sibling;
  readonly score: Score;
}

interface Verdict extends Judged {
  readonly rank: number | undefined;
  readonly bestRating: boolean | undefined;
  readonly selected: boolean | undefined;
}

function judge(
  siblings: readonly Sibling[],
  rules: RatingRules,
  score: (sibling: Sibling) => Score,
): readonly Verdict[] {
  const judged = siblings.map((sibling) => ({ sibling, score: score(sibling) }));
  if (rules.type.bestBy === undefined) return judged.map((entry) => ({ ...entry, ...noVerdict }));
  const ranks = competitionRanks(
    judged.filter(({ sibling }) => sibling.ranked),
    comparison(rules),
  );
  const anyPicked = siblings.some(({ picked }) => picked);
  return judged.map((entry) => {
    const rank = ranks.get(entry);
    const hasVotes = isLowestResistance(rules) ? rules.ballots > 0 : entry.score.votes > 0;
    const bestRating = rank === 1 && hasVotes;
    const { id, picked } = entry.sibling;
    const found = rules.target === "best_distribution" ? rules.givenOut.has(id) : bestRating;
    return { ...entry, rank, bestRating, selected: anyPicked ? picked : found };
  });
}

const noVerdict = { rank: undefined, bestRating: undefined, selected: undefined };

/** Comparisons are ranked by strength, whatever the target (decisions 8). */
const isLowestResistance = ({ target, type }: RatingRules): boolean =>
  target === "lowest_resistance" && type.bestBy !== "strength";

/** The better one first; options without a counting vote last, but where the lowest resistance wins. */
function comparison(rules: RatingRules): (one: Judged, other: Judged) => number {
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

function betterBy({ type, strengths }: RatingRules): (one: Judged, other: Judged) => number {
  switch (type.bestBy) {
    case "average":
      return (one, other) => compareRatios(other.score.average, one.score.average);
    case "strength": {
      const strength = ({ sibling }: Judged) => comparable(strengths.get(sibling.id));
      return (one, other) => strength(other) - strength(one);
    }
    default:
      return (one, other) => other.score.rating - one.score.rating;
  }
}

/** Strengths are found by iteration: what differs by less than it leaves open is equal. */
const comparable = (strength = 1): number => Math.round(Math.log(strength) * 1e7);

const shownAverage = ({ average }: Score, { type }: RatingRules): number | undefined =>
  type.bestBy === undefined ? undefined : rounded(average);

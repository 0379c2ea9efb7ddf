import { findScored, placementsOf, type Ranking, rankingOf, scoreOption } from "./ranking";
import { rounded } from "./ratio";
import { type RatingRules, type Score, type Sibling, scoreOf, sumOf } from "./scores";
import { atOnce } from "./slices";

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
  /** With 4 decimals. */
  readonly averageRating: number | undefined;
  readonly voterCount: number;
  readonly rank: number | undefined;
  readonly bestRating: boolean | undefined;
  readonly selected: boolean | undefined;
  /** Empty: the poll has no voting categories. */
  readonly categories: readonly CategoryRating[];
}

/**
 * The rating of an option as its counts are now, placed among its siblings as the ranking know
 * them, which may be from a moment ago; one that they do not know yet is placed by its counts.
 */
export function ratingOf(ranking: Ranking, sibling: Sibling, rules: RatingRules): Rating {
  const known = findScored(ranking, sibling.id) ?? scoreOption(sibling, rules);
  const verdicts = placementsOf(ranking, known);
  const score = sumOf(sibling, rules);
  return {
    rating: score.rating,
    averageRating: shownAverage(score, rules),
    voterCount: sibling.voters,
    ...verdicts.overall,
    categories: rules.categoryIds.map((votingCategoryId, index) => {
      const inCategory = scoreOf(sibling, votingCategoryId, rules);
      return {
        votingCategoryId,
        rating: inCategory.rating,
        averageRating: shownAverage(inCategory, rules),
        bestRating: verdicts.categories[index]?.bestRating,
        selected: verdicts.categories[index]?.selected,
      };
    }),
  };
}

/** The ratings of all options under one parent, by id (decisions 7). */
export function rateSiblings(
  siblings: readonly Sibling[],
  rules: RatingRules,
): ReadonlyMap<bigint, Rating> {
  const ranking = atOnce(
    rankingOf(
      siblings.map((sibling) => scoreOption(sibling, rules)),
      rules,
    ),
  );
  return new Map(siblings.map((sibling) => [sibling.id, ratingOf(ranking, sibling, rules)]));
}

const shownAverage = ({ average }: Score, { type }: RatingRules): number | undefined =>
  type.bestBy === undefined ? undefined : rounded(average);

import { decimalOf } from "../counting/fraction";
import { findScored, placementsOf, type Ranking, scoreOption } from "./ranking";
import { type RatingRules, type Score, type Sibling, scoresOf } from "./scores";

/** The rating of an option in one voting category. Undefined if its vote type has none. */
export interface CategoryRating {
  readonly votingCategoryId: number;
  readonly rating: number;
  readonly averageRating: number | undefined;
  readonly bestRating: boolean | undefined;
  readonly selected: boolean | undefined;
}

export interface Rating {
  readonly rating: number;
  /** Rounded to 4 decimals. */
  readonly averageRating: number | undefined;
  readonly voterCount: number;
  readonly rank: number | undefined;
  readonly bestRating: boolean | undefined;
  readonly selected: boolean | undefined;
  /** Empty when the poll has no voting categories. */
  readonly categories: readonly CategoryRating[];
}

/**
 * The rating of an option from its counts, placed in a maybe older ranking (docs/reference/ratings.md#freshness). One
 * that the ranking lacks is placed by its counts.
 */
export function ratingOf(ranking: Ranking, sibling: Sibling, rules: RatingRules): Rating {
  const known = findScored(ranking, sibling.id) ?? scoreOption(sibling, rules);
  const placements = placementsOf(ranking, known);
  const { score, categories } = scoresOf(sibling, rules);
  return {
    rating: score.rating,
    averageRating: shownAverage(score, rules),
    voterCount: sibling.voters,
    ...placements.overall,
    categories: categories.map((inCategory, index) => ({
      votingCategoryId: rules.categoryIds[index] ?? 0,
      rating: inCategory.rating,
      averageRating: shownAverage(inCategory, rules),
      bestRating: placements.categories[index]?.bestRating,
      selected: placements.categories[index]?.selected,
    })),
  };
}

const shownAverage = ({ average }: Score, { type }: RatingRules): number | undefined =>
  type.bestBy === undefined ? undefined : decimalOf(average);

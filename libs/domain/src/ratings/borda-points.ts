/**
 * Borda points of an option: `optionCount - rank + 1` for each vote, at least 1. `distribution` maps a rank to
 * its number of counting votes; `optionCount` is the number of votable options that members see now
 * (docs/reference/ratings.md#points-of-ranks).
 */
export function bordaPoints(
  distribution: ReadonlyMap<number, number>,
  optionCount: number,
): number {
  let points = 0;
  for (const [rank, votes] of distribution) points += votes * Math.max(1, optionCount - rank + 1);
  return points;
}

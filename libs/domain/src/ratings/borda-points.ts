/** Borda points of a rank, at least 1, by the votable options (docs/reference/ratings.md#points-of-ranks). */
export const pointsOfRank = (rank: number, optionCount: number): number =>
  Math.max(1, optionCount - rank + 1);

/** Borda points of an option. `distribution` maps a rank to its number of counting votes. */
export function bordaPoints(
  distribution: ReadonlyMap<number, number>,
  optionCount: number,
): number {
  let points = 0;
  for (const [rank, votes] of distribution) points += votes * pointsOfRank(rank, optionCount);
  return points;
}

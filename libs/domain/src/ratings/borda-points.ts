/**
 * Points of ranks: n - rank + 1 for each vote, at least 1; n are the votable options that members see
 * now. `distribution`: how many counting votes give each rank (decisions 6).
 */
export function bordaPoints(distribution: ReadonlyMap<number, number>, options: number): number {
  let points = 0;
  for (const [rank, votes] of distribution) points += votes * Math.max(1, options - rank + 1);
  return points;
}

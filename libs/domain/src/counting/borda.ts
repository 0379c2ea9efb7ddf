import { pointsOfRank } from "../ratings/borda-points";
import { whole } from "./fraction";
import { type Method, mostPoints, optionsOf } from "./method";
import { firstRanks, rankedBallots } from "./ranked-ballots";
import { tiesBy } from "./ties";

/**
 * Borda: the points of ranks (docs/reference/ratings.md#points-of-ranks) are added up, one more a ballot than where the
 * last rank has none (https://en.wikipedia.org/wiki/Borda_count).
 */
export const borda: Method = (request) => {
  const { ballots, optionCount } = request;
  const points = optionsOf(request).map(() => 0);
  for (const { count, marks } of ballots) {
    for (const [option, rank] of marks) {
      points[option] = (points[option] ?? 0) + count * pointsOfRank(rank, optionCount);
    }
  }
  const firsts = firstRanks(rankedBallots(ballots, optionCount), optionCount);
  const ties = tiesBy({ ...request, firsts });
  return mostPoints(request, points.slice(0, optionCount).map(whole), ties);
};

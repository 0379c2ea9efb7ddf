import { fraction } from "./fraction";
import { type Method, mostPoints } from "./method";
import { highestGrades, histogramsOf, scaleOf, sumOf } from "./scores";
import { tiesBy } from "./ties";

/** Score: the highest sum; what was left out adds nothing (https://en.wikipedia.org/wiki/Score_voting). */
export const score: Method = (request) => {
  const histograms = histogramsOf(request);
  const firsts = highestGrades(histograms, scaleOf(request, histograms));
  const sums = histograms.map((scores) => fraction(sumOf(scores)));
  return mostPoints(request, sums, tiesBy({ ...request, firsts }));
};

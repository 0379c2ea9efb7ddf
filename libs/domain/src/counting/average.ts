import { type Method, mostPoints } from "./method";
import { highestGrades, histogramsOf, meanOf, scaleOf } from "./scores";
import { tiesBy } from "./ties";

/** Average: the options with the highest mean of the scores that they were given. */
export const average: Method = (request) => {
  const histograms = histogramsOf(request);
  const firsts = highestGrades(histograms, scaleOf(request, histograms));
  return mostPoints(request, histograms.map(meanOf), tiesBy({ ...request, firsts }));
};

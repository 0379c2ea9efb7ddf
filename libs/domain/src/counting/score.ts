import { type Fraction, fraction } from "./fraction";
import { type Method, mostPoints } from "./method";
import {
  type Histogram,
  highestGrades,
  histogramsOf,
  meanOf,
  scaleOf,
  scoredOptions,
  sumOf,
} from "./scores";
import { tiesBy } from "./ties";

const byScores =
  (pointsOf: (scores: Histogram) => Fraction): Method =>
  (request) => {
    const histograms = histogramsOf(request);
    const firsts = highestGrades(histograms, scaleOf(request, histograms));
    const ties = tiesBy({ ...request, firsts });
    return mostPoints(request, histograms.map(pointsOf), ties, scoredOptions(histograms));
  };

/** Score: the highest sum; what was left out adds nothing (https://en.wikipedia.org/wiki/Score_voting). */
export const score = byScores((scores) => fraction(sumOf(scores)));

/** Average: the options with the highest mean of the scores that they were given. */
export const average = byScores(meanOf);

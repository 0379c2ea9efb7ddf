import { type Fraction, fraction, whole } from "./fraction";
import { optionsOf } from "./method";
import type { CountRequest, Scale } from "./types";

/** How many ballots give an option each score. */
export type Histogram = ReadonlyMap<number, number>;

/** The scores of each option. A score that was left out is in none. */
export function histogramsOf(request: CountRequest): readonly Histogram[] {
  const histograms = optionsOf(request).map(() => new Map<number, number>());
  for (const { count, marks } of request.ballots) {
    for (const [option, score] of marks) {
      const histogram = histograms[option];
      histogram?.set(score, (histogram.get(score) ?? 0) + count);
    }
  }
  return histograms;
}

/** The options that a ballot scores. The others have no score, and are not elected. */
export const scoredOptions = (histograms: readonly Histogram[]): readonly number[] =>
  [...histograms.keys()].filter((option) => (histograms[option]?.size ?? 0) > 0);

/** The scale of the poll, or 0 and the greatest score that was given. */
export const scaleOf = ({ scale }: CountRequest, histograms: readonly Histogram[]): Scale =>
  scale ?? {
    min: 0,
    max: histograms.reduce((most, scores) => Math.max(most, ...scores.keys()), 0),
  };

/** The number of ballots that give each option the highest grade. */
export const highestGrades = (
  histograms: readonly Histogram[],
  { max }: Scale,
): readonly number[] => histograms.map((scores) => scores.get(max) ?? 0);

/** The number of ballots that score an option. */
export const givenTo = (scores: Histogram): number =>
  [...scores.values()].reduce((sum, count) => sum + count, 0);

/** The sum of all scores of an option. */
export const sumOf = (scores: Histogram): bigint =>
  [...scores].reduce((sum, [score, count]) => sum + BigInt(score) * BigInt(count), 0n);

/** The mean of the scores of an option, 0 without any. */
export function meanOf(scores: Histogram): Fraction {
  const count = givenTo(scores);
  return count === 0 ? whole(0) : fraction(sumOf(scores), BigInt(count));
}

/** The scores of all ballots in one list: those of ballot `b` from `b * optionCount` on. */
export function scoreTable(request: CountRequest, leftOut: number): Float64Array {
  const { ballots, optionCount } = request;
  const table = new Float64Array(ballots.length * optionCount).fill(leftOut);
  for (const [ballot, { marks }] of ballots.entries()) {
    for (const [option, score] of marks) {
      if (option < optionCount) table[ballot * optionCount + option] = score;
    }
  }
  return table;
}

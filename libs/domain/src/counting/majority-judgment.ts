import { whole } from "./fraction";
import { groupsBy, type Method, orderAtOnce, rankedAtOnce } from "./method";
import {
  givenTo,
  type Histogram,
  highestGrades,
  histogramsOf,
  scaleOf,
  scoredOptions,
} from "./scores";
import { tiesBy } from "./ties";
import type { OptionGrades } from "./types";

/** A number of ballots in a row with one grade. */
interface Run {
  readonly grade: number;
  readonly ballots: number;
}

/** Two grades that follow one another, a number of times. */
interface Step {
  readonly first: number;
  readonly second: number;
  readonly times: number;
}

/** The grades of an option from the worst to the best; ballots that left it out give the worst. */
function gradesOf(scores: Histogram, ballots: number, worst: number): readonly Run[] {
  const all = new Map(scores);
  const leftOut = ballots - givenTo(scores);
  if (leftOut > 0) all.set(worst, (all.get(worst) ?? 0) + leftOut);
  return [...all]
    .map(([grade, count]) => ({ grade, ballots: count }))
    .sort((one, other) => one.grade - other.grade);
}

/** Splits runs: the first `count` ballots, and the others. */
function split(runs: readonly Run[], count: number): readonly [readonly Run[], readonly Run[]] {
  const [before, after]: [Run[], Run[]] = [[], []];
  let free = count;
  for (const { grade, ballots } of runs) {
    const taken = Math.min(free, ballots);
    free -= taken;
    if (taken > 0) before.push({ grade, ballots: taken });
    if (ballots > taken) after.push({ grade, ballots: ballots - taken });
  }
  return [before, after];
}

/**
 * The grades that are the lower median one after the other when a ballot with the median grade is
 * removed each time: the median, then in turn the nearest ballots on both sides of it. With an even
 * number of ballots the better side comes first, else the worse.
 */
function majorityValue(grades: readonly Run[], ballots: number): readonly Step[] {
  const [below, rest] = split(grades, Math.floor((ballots - 1) / 2));
  const [middle, above] = split(rest, 1);
  const median = middle[0]?.grade ?? 0;
  const sides = [[...below].reverse(), above];
  const [near = [], far = []] = ballots % 2 === 0 ? sides.reverse() : sides;
  const steps: Step[] = [{ first: median, second: median, times: 1 }];
  let [left, right] = [near, far];
  for (let [first, second] = [left[0], right[0]]; first !== undefined; ) {
    const times = Math.min(first.ballots, second?.ballots ?? first.ballots);
    steps.push({ first: first.grade, second: second?.grade ?? first.grade, times });
    left = split(left, times)[1];
    right = split(right, times)[1];
    [first, second] = [left[0], right[0]];
  }
  return steps;
}

/** Negative when the first option is better. */
function compareValues(one: readonly Step[], other: readonly Step[]): number {
  let [at, otherAt, done, otherDone] = [0, 0, 0, 0];
  while (true) {
    const [step, otherStep] = [one[at], other[otherAt]];
    if (step === undefined || otherStep === undefined) return 0;
    const difference = otherStep.first - step.first || otherStep.second - step.second;
    if (difference !== 0) return difference;
    const times = Math.min(step.times - done, otherStep.times - otherDone);
    [done, otherDone] = [done + times, otherDone + times];
    if (done === step.times) [at, done] = [at + 1, 0];
    if (otherDone === otherStep.times) [otherAt, otherDone] = [otherAt + 1, 0];
  }
}

function summaryOf(option: number, grades: readonly Run[], median: number): OptionGrades {
  const count = (of: (grade: number) => boolean) =>
    grades.reduce((sum, { grade, ballots }) => sum + (of(grade) ? ballots : 0), 0);
  return {
    option,
    median,
    above: count((grade) => grade > median),
    below: count((grade) => grade < median),
    counts: [...grades].reverse(),
  };
}

/**
 * Majority judgment: the options with the best median grade. Equal medians are compared grade by
 * grade: a ballot with the median grade is removed from each option until the medians differ. A
 * grade that was left out is the worst (Balinski and Laraki, A theory of measuring, electing and
 * ranking, 2007).
 */
export const majorityJudgment: Method = (request) => {
  const histograms = histogramsOf(request);
  const scale = scaleOf(request, histograms);
  const ballots = request.ballots.reduce((sum, { count }) => sum + count, 0);
  const runs = histograms.map((scores) => gradesOf(scores, ballots, scale.min));
  const values = runs.map((grades) => majorityValue(grades, ballots));
  const medians = values.map((steps) => steps[0]?.first ?? scale.min);
  const better = (one: number, other: number) =>
    compareValues(values[one] ?? [], values[other] ?? []);
  const ties = tiesBy({ ...request, firsts: highestGrades(histograms, scale) });
  const order = orderAtOnce(request, groupsBy(scoredOptions(histograms), better), ties);
  return {
    ...rankedAtOnce(request, order, ties, {
      tally: medians.map(whole),
      reason: { kind: "median_grade" },
    }),
    grades: runs.map((grades, option) => summaryOf(option, grades, medians[option] ?? scale.min)),
  };
};

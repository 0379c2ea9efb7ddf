import { type Fraction, fraction } from "./fraction";
import { groupsBy, type Method, orderOf } from "./method";
import {
  givenTo,
  highestGrades,
  histogramsOf,
  scaleOf,
  scoredOptions,
  scoreTable,
  sumOf,
} from "./scores";
import { tiesBy } from "./ties";
import type { CountRequest, CountRound } from "./types";
import { ballotValues, SPENT, type Values } from "./values";

/** Ballots of one value that score an option alike, and what they give to it, as a numerator. */
interface Share {
  readonly value: number;
  readonly score: number;
  readonly weight: bigint;
  readonly gift: bigint;
}

/** The ballots of an allocated score count, with their scores and current values. */
interface Allocation {
  readonly request: CountRequest;
  readonly values: Values;
  /** What each ballot scores each option, from 0. */
  readonly scoreAt: (ballot: number, option: number) => number;
  readonly valueOfBallot: Uint32Array;
  /** The sum of scores of each option on the ballots of each value. */
  readonly sums: Map<number, Float64Array>;
}

/** Gives a ballot another value, and moves its scores to the sums of that value. */
function setValue(
  { request, scoreAt, valueOfBallot, sums }: Allocation,
  ballot: number,
  value: number,
) {
  const { ballots, optionCount } = request;
  const count = ballots[ballot]?.count ?? 0;
  const [from, to] = [sums.get(valueOfBallot[ballot] ?? 0), sums.get(value)];
  const into = value === SPENT ? undefined : (to ?? new Float64Array(optionCount));
  if (into !== undefined && to === undefined) sums.set(value, into);
  for (let option = 0; option < optionCount; option++) {
    const scores = count * scoreAt(ballot, option);
    if (from !== undefined) from[option] = (from[option] ?? 0) - scores;
    if (into !== undefined) into[option] = (into[option] ?? 0) + scores;
  }
  valueOfBallot[ballot] = value;
}

/** The weighted sum of scores of an option, as a numerator. */
const weightedSum = ({ values, sums }: Allocation, option: number): bigint =>
  [...sums].reduce(
    (sum, [value, scores]) => sum + values.numeratorOf(value) * BigInt(scores[option] ?? 0),
    0n,
  );

/** The ballots that still have a value, in the order of what they give to an option, most first. */
function sharesOf(
  { request, values, scoreAt, valueOfBallot }: Allocation,
  option: number,
): readonly Share[] {
  const counts = new Map<number, Map<number, number>>();
  for (const [ballot, { count }] of request.ballots.entries()) {
    const value = valueOfBallot[ballot] ?? 0;
    if (value === SPENT) continue;
    const score = scoreAt(ballot, option);
    const ofValue = counts.get(value) ?? new Map<number, number>();
    counts.set(value, ofValue.set(score, (ofValue.get(score) ?? 0) + count));
  }
  return [...counts]
    .flatMap(([value, scores]) =>
      [...scores].map(([score, count]) => ({
        value,
        score,
        weight: values.numeratorOf(value) * BigInt(count),
        gift: values.numeratorOf(value) * BigInt(score),
      })),
    )
    .sort((one, other) => (one.gift > other.gift ? -1 : one.gift < other.gift ? 1 : 0));
}

/** The gift at which the quota is full, and the weight of the ballots above it and at it. */
function splitOf(shares: readonly Share[], isFull: (weight: bigint) => boolean) {
  let above = 0n;
  for (let at = 0; at < shares.length; ) {
    const { gift } = shares[at] ?? { gift: 0n };
    let weight = 0n;
    for (; shares[at]?.gift === gift; at++) weight += shares[at]?.weight ?? 0n;
    if (isFull(above + weight)) return { gift, above, weight };
    above += weight;
  }
  return undefined;
}

/** Spends a quota of the ballots that gave an option the most. */
function allocate(
  allocation: Allocation,
  option: number,
  total: number,
): Extract<CountRound["reason"], { kind: "allocation" }> {
  const { request, values, scoreAt, valueOfBallot } = allocation;
  const seats = BigInt(request.seats);
  const shares = sharesOf(allocation, option);
  const full = values.whole(total);
  const split = splitOf(shares, (weight) => weight * seats >= full);
  const reason = { kind: "allocation", option } as const;
  if (split === undefined) {
    valueOfBallot.fill(SPENT);
    allocation.sums.clear();
    return { ...reason, split: null, factor: null, rounded: false };
  }
  // What the quota does not need of the ballots at its end stays with them.
  const available = split.weight * seats;
  const needed = full - split.above * seats;
  const shown = values.fractionOf(split.gift);
  const { valueAfter, rounded } = values.multiply(fraction(available - needed, available));
  const changes = new Map<number, Map<number, number>>();
  for (const { value, score, gift } of shares) {
    if (gift < split.gift) continue;
    const isSpent = gift > split.gift || needed === available;
    const ofValue = changes.get(value) ?? new Map<number, number>();
    changes.set(value, ofValue.set(score, isSpent ? SPENT : valueAfter(value)));
  }
  for (const ballot of request.ballots.keys()) {
    const value = valueOfBallot[ballot] ?? 0;
    const change = changes.get(value)?.get(scoreAt(ballot, option));
    if (change !== undefined) setValue(allocation, ballot, change);
  }
  return { ...reason, split: shown, factor: fraction(needed, available), rounded };
}

/**
 * Proportional STAR (allocated score): each seat goes to the option with the highest sum of scores,
 * weighted by the values of ballots. Then a Hare quota of the ballots that gave it the most is
 * spent; of those that gave the same at the end of the quota, each is spent in the same part.
 * Scores count from the least of the scale, which is also that of a score that was left out
 * (https://electowiki.org/wiki/Allocated_Score).
 */
export const starProportional: Method = (request) => {
  const { ballots, optionCount, seats } = request;
  const histograms = histogramsOf(request);
  const scale = scaleOf(request, histograms);
  const ties = tiesBy({ ...request, firsts: highestGrades(histograms, scale) });
  const table = scoreTable(request, scale.min);
  const total = ballots.reduce((sum, { count }) => sum + count, 0);
  const values = ballotValues();
  const valueOfBallot = new Uint32Array(ballots.length);
  const scoreAt = (ballot: number, option: number): number =>
    (table[ballot * optionCount + option] ?? 0) - scale.min;
  const all = histograms.map(
    (scores) => Number(sumOf(scores)) + (total - givenTo(scores)) * scale.min - total * scale.min,
  );
  const sums = new Map([[0, Float64Array.from(all)]]);
  const allocation = { request, values, scoreAt, valueOfBallot, sums };
  const spentVotes = (): Fraction => {
    let left = 0n;
    for (const [ballot, { count }] of ballots.entries()) {
      left += values.numeratorOf(valueOfBallot[ballot] ?? 0) * BigInt(count);
    }
    return values.fractionOf(values.whole(total) - left);
  };
  const winners: number[] = [];
  const rounds: CountRound[] = [];
  let left = scoredOptions(histograms);
  let groups: readonly (readonly number[])[] = [];

  while (winners.length < seats && left.length > 0) {
    const weighted = new Map(left.map((option) => [option, weightedSum(allocation, option)]));
    const votesOf = (option: number): bigint => weighted.get(option) ?? 0n;
    groups = groupsBy(left, (one, other) =>
      votesOf(one) > votesOf(other) ? -1 : votesOf(one) < votesOf(other) ? 1 : 0,
    );
    const round = rounds.length;
    const option = ties.decide(groups[0] ?? [], "election", round)[0] ?? 0;
    const tally = left.map((one) => ({ option: one, votes: values.fractionOf(votesOf(one)) }));
    const exhausted = spentVotes();
    const reason = allocate(allocation, option, total);
    const none = { eliminated: [], transfers: [] };
    rounds.push({ tally, elected: [option], ...none, exhausted, reason });
    winners.push(option);
    left = left.filter((one) => one !== option);
  }
  const rest = groups.map((group) => group.filter((option) => left.includes(option)));
  const order = [...winners, ...orderOf(rest, ties, { round: rounds.length - 1, seats: 0 })];
  const quota = fraction(BigInt(total), BigInt(seats));
  return { quota, winners, order, rounds, ties: ties.decided, exhausted: spentVotes() };
};

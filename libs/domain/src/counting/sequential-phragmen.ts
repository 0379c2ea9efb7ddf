import { approvalsOf } from "./approval";
import { compareFractions, type Fraction, fraction, whole } from "./fraction";
import { groupsBy, type Method, optionsOf } from "./method";
import { rankedBallots } from "./ranked-ballots";
import { tiesBy } from "./ties";
import type { CountRound } from "./types";

/**
 * Sequential Phragmén: an elected option is a load of 1, which its voters bear so that all of them
 * bear the same in the end. Each seat goes to the option whose voters then bear the least. An option
 * without approvals is not elected (Phragmén 1894; Janson, https://arxiv.org/abs/1611.08826).
 */
export const sequentialPhragmen: Method = (request) => {
  const { ballots, optionCount, seats } = request;
  const approvals = approvalsOf(request);
  const ties = tiesBy({ ...request, firsts: approvals });
  const { counts, starts, options: approved } = rankedBallots(ballots, optionCount);
  const voters = approvals.map((): number[] => []);
  for (const ballot of counts.keys()) {
    for (let at = starts[ballot] ?? 0; at < (starts[ballot + 1] ?? 0); at++) {
      voters[approved[at] ?? 0]?.push(ballot);
    }
  }
  /** The load of each ballot is one of these. */
  const loads: Fraction[] = [whole(0)];
  const loadOfBallot = new Uint16Array(counts.length);
  /** How many ballots of an option bear each of the loads. */
  const bearers = approvals.map((count) => {
    const ofLoads = new Float64Array(optionCount + 1);
    ofLoads[0] = count;
    return ofLoads;
  });
  const order: number[] = [];
  const rounds: CountRound[] = [];
  let left = optionsOf(request).filter((option) => (approvals[option] ?? 0) > 0);

  const loadAfter = (option: number): Fraction => {
    let sum: Fraction = whole(1);
    for (const [load, { numerator, denominator }] of loads.entries()) {
      const count = bearers[option]?.[load] ?? 0;
      if (count === 0 || numerator === 0n) continue;
      sum = fraction(
        sum.numerator * denominator + numerator * BigInt(count) * sum.denominator,
        sum.denominator * denominator,
      );
    }
    return fraction(sum.numerator, sum.denominator * BigInt(approvals[option] ?? 1));
  };

  while (left.length > 0) {
    const round = order.length;
    const after = new Map(left.map((option) => [option, loadAfter(option)]));
    const loadOf = (option: number): Fraction => after.get(option) ?? whole(0);
    const [lightest = []] = groupsBy(left, (one, other) =>
      compareFractions(loadOf(one), loadOf(other)),
    );
    const over = round < seats ? "election" : "order";
    const option = ties.decide(lightest, over, Math.min(round, seats - 1))[0] ?? 0;
    const load = loadOf(option);
    const borne = loads.length;
    loads.push(load);
    for (const ballot of voters[option] ?? []) {
      const count = counts[ballot] ?? 0;
      const before = loadOfBallot[ballot] ?? 0;
      const end = starts[ballot + 1] ?? 0;
      for (let at = starts[ballot] ?? 0; at < end; at++) {
        const ofLoads = bearers[approved[at] ?? 0];
        if (ofLoads === undefined) continue;
        ofLoads[before] = (ofLoads[before] ?? 0) - count;
        ofLoads[borne] = (ofLoads[borne] ?? 0) + count;
      }
      loadOfBallot[ballot] = borne;
    }
    if (round < seats) {
      rounds.push({
        tally: left.map((one) => ({ option: one, votes: loadOf(one) })),
        elected: [option],
        eliminated: [],
        transfers: [],
        exhausted: whole(0),
        reason: { kind: "load", option, load },
      });
    }
    order.push(option);
    left = left.filter((one) => one !== option);
  }
  const winners = order.slice(0, seats);
  return { winners, order, rounds, ties: ties.decided };
};

import { approval } from "./approval";
import { borda } from "./borda";
import { whole } from "./fraction";
import { instantRunoff } from "./instant-runoff";
import { majorityJudgment } from "./majority-judgment";
import { type Method, optionsOf } from "./method";
import { methods } from "./methods";
import { rankedPairs } from "./ranked-pairs";
import { rankedRobin } from "./ranked-robin";
import { schulze } from "./schulze";
import { average, score } from "./score";
import { sequentialPhragmen } from "./sequential-phragmen";
import { singleTransferable } from "./single-transferable";
import { star } from "./star";
import { starProportional } from "./star-proportional";
import { tiesBy } from "./ties";
import type { Count, CountingMethod, CountRequest } from "./types";

const counters: Readonly<Record<CountingMethod, Method>> = {
  borda,
  instant_runoff: instantRunoff,
  single_transferable: singleTransferable,
  ranked_pairs: rankedPairs,
  schulze,
  ranked_robin: rankedRobin,
  average,
  score,
  star,
  majority_judgment: majorityJudgment,
  star_proportional: starProportional,
  approval,
  sequential_phragmen: sequentialPhragmen,
};

/** Counts ballots by a method, with all steps (docs/reference/counting.md). Without ballots none is elected. */
export function countBallots(request: CountRequest): Count {
  const { method, ballots, optionCount } = request;
  const traits = methods[method];
  const seats = traits.seats === "one" ? 1 : request.seats;
  const marked = ballots.filter(
    ({ count, marks }) => count > 0 && (marks.size > 0 || traits.ballots === "approvals"),
  );
  const cast = ballots.reduce((sum, { count }) => sum + count, 0);
  const counted = marked.reduce((sum, { count }) => sum + count, 0);
  const count = {
    method,
    seats,
    quota: null,
    pairs: null,
    grades: null,
    exhausted: whole(0),
    abstaining: request.abstaining + cast - counted,
  };
  const late = tiesBy({ ...request, firsts: [] });
  if (counted === 0 || optionCount === 0) {
    const order = late.ordered(optionsOf(request));
    return { ...count, winners: [], order, rounds: [], ties: [] };
  }
  const outcome = counters[method]({ ...request, seats, ballots: marked });
  const left = optionsOf(request).filter((option) => !outcome.order.includes(option));
  const last = late.decide(left, "order", Math.max(0, outcome.rounds.length - 1));
  const order = [...outcome.order, ...last];
  return { ...count, ...outcome, order, ties: [...outcome.ties, ...late.decided] };
}

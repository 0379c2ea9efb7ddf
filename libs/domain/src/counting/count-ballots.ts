import { whole } from "./fraction";
import { instantRunoff } from "./instant-runoff";
import { type Method, optionsOf } from "./method";
import { methods } from "./methods";
import { tiesBy } from "./ties";
import type { Count, CountingMethod, CountRequest } from "./types";

const counters: Readonly<Partial<Record<CountingMethod, Method>>> = {
  instant_runoff: instantRunoff,
};

/**
 * Counts ballots by a method, with all steps (docs/reference/counting.md). It depends on nothing
 * but the request. Without ballots no option is elected.
 */
export function countBallots(request: CountRequest): Count {
  const { method, ballots, optionCount } = request;
  const traits = methods[method];
  const seats = traits.seats === "one" ? 1 : request.seats;
  const given = ballots.filter(
    ({ count, marks }) => count > 0 && (marks.size > 0 || traits.ballots === "approvals"),
  );
  const cast = ballots.reduce((sum, { count }) => sum + count, 0);
  const counted = given.reduce((sum, { count }) => sum + count, 0);
  const count = {
    method,
    seats,
    quota: null,
    pairs: null,
    grades: null,
    exhausted: whole(0),
    abstaining: request.abstaining + cast - counted,
  };
  if (counted === 0 || optionCount === 0) {
    const ties = tiesBy({ ...request, firsts: [] });
    const order = ties.decide(optionsOf(request), "order", 0);
    return { ...count, winners: [], order, rounds: [], ties: [] };
  }
  const counter = counters[method] ?? instantRunoff;
  return { ...count, ...counter({ ...request, seats, ballots: given }) };
}

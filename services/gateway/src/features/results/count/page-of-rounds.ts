import type { CountFigures } from "../../ratings/make-count";

/** A response has as many rounds as have this many tallies and transfers together, and one at least. */
const ENTRIES_MAX = 2_000;

type Rounds = CountFigures["rounds"];

/** Some of the rounds of a count. */
export interface PageOfRounds {
  /** The index of the first one. */
  readonly from: number;
  readonly rounds: Rounds;
  /** How many follow. */
  readonly more: number;
}

/** The rounds of one response, from an index on. */
export function pageOfRounds(rounds: Rounds, from: number): PageOfRounds {
  let [end, entries] = [from, 0];
  for (const { tally, transfers } of rounds.slice(from)) {
    entries += tally.length + transfers.length;
    if (entries > ENTRIES_MAX && end > from) break;
    end++;
  }
  return { from, rounds: rounds.slice(from, end), more: Math.max(0, rounds.length - end) };
}

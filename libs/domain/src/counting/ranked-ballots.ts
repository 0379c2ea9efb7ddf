import type { Ballot } from "./types";

/** All ranks of all ballots in three lists, so that methods read them without objects. */
export interface RankedBallots {
  /** The number of alike ballots. */
  readonly counts: readonly number[];
  /** The options of ballot `b` stand from `starts[b]` up to `starts[b + 1]`, best first. */
  readonly starts: Uint32Array;
  readonly options: Uint16Array;
  /** The rank of each option in `options`. */
  readonly ranks: Uint32Array;
  /** The number of ballots that rank an option. */
  readonly total: number;
  /** The number of ballots that rank none. */
  readonly empty: number;
}

/** Reads the ranks of ballots; options outside of the count and ballots without ranks are left out. */
export function rankedBallots(ballots: readonly Ballot[], optionCount: number): RankedBallots {
  const size = ballots.reduce((sum, { marks }) => sum + marks.size, 0);
  const [options, ranks] = [new Uint16Array(size), new Uint32Array(size)];
  const starts = new Uint32Array(ballots.length + 1);
  const counts: number[] = [];
  let [end, total, empty] = [0, 0, 0];
  for (const { count, marks } of ballots) {
    const start = end;
    for (const [option, rank] of marks) {
      if (option >= optionCount) continue;
      let at = end++;
      for (; at > start && (ranks[at - 1] ?? 0) > rank; at--) {
        ranks[at] = ranks[at - 1] ?? 0;
        options[at] = options[at - 1] ?? 0;
      }
      ranks[at] = rank;
      options[at] = option;
    }
    if (end === start) empty += count;
    else {
      counts.push(count);
      starts[counts.length] = end;
      total += count;
    }
  }
  return { counts, starts, options, ranks, total, empty };
}

/** The number of ballots on which each option has the best rank. */
export function firstRanks(
  { counts, starts, options, ranks }: RankedBallots,
  optionCount: number,
): readonly number[] {
  const firsts = Array.from({ length: optionCount }, () => 0);
  for (const [ballot, count] of counts.entries()) {
    const [start = 0, end = 0] = [starts[ballot], starts[ballot + 1]];
    for (let at = start; at < end && ranks[at] === ranks[start]; at++) {
      const option = options[at] ?? 0;
      firsts[option] = (firsts[option] ?? 0) + count;
    }
  }
  return firsts;
}

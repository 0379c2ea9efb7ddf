import type { RankedBallots } from "./ranked-ballots";

/** How many ballots there are of each value. Ballots of one value are named by a number from 0. */
export type Pile = ReadonlyMap<number, number>;

/** A part of a pile that moves. `to` is null where ballots name no further option. */
export interface Move {
  readonly to: number | null;
  readonly pile: Pile;
}

/** The ballots of each option, at their current values. */
export interface Piles {
  readonly of: (option: number) => Pile;
  /** Moves the ballots of an option to their next option that `mayHave`. */
  readonly move: (
    from: number,
    mayHave: (option: number) => boolean,
    valueAfter?: (value: number) => number,
  ) => readonly Move[];
}

/** Puts each ballot on the pile of its first option, with the value 0. */
export function pilesOf(ballots: RankedBallots, optionCount: number): Piles {
  const { counts, starts, options } = ballots;
  const position = starts.slice(0, counts.length);
  const valueOfBallot = new Uint32Array(counts.length);
  const members = Array.from({ length: optionCount }, (): number[] => []);
  const piles = Array.from({ length: optionCount }, () => new Map<number, number>());

  const put = (ballot: number, option: number, count: number): void => {
    members[option]?.push(ballot);
    const pile = piles[option];
    const value = valueOfBallot[ballot] ?? 0;
    pile?.set(value, (pile.get(value) ?? 0) + count);
  };
  for (const [ballot, count] of counts.entries()) {
    put(ballot, options[position[ballot] ?? 0] ?? 0, count);
  }
  return {
    of: (option) => piles[option] ?? new Map(),
    move(from, mayHave, valueAfter = (value) => value) {
      const moves = new Map<number | null, Map<number, number>>();
      const leaving = members[from] ?? [];
      members[from] = [];
      piles[from] = new Map();
      for (const ballot of leaving) {
        const end = starts[ballot + 1] ?? 0;
        let at = (position[ballot] ?? 0) + 1;
        while (at < end && !mayHave(options[at] ?? 0)) at++;
        position[ballot] = at;
        const value = valueAfter(valueOfBallot[ballot] ?? 0);
        valueOfBallot[ballot] = value;
        const to = at < end ? (options[at] ?? 0) : null;
        const count = counts[ballot] ?? 0;
        if (to !== null) put(ballot, to, count);
        const pile = moves.get(to) ?? new Map<number, number>();
        moves.set(to, pile.set(value, (pile.get(value) ?? 0) + count));
      }
      return [...moves]
        .map(([to, pile]) => ({ to, pile }))
        .sort((one, other) => (one.to ?? optionCount) - (other.to ?? optionCount));
    },
  };
}

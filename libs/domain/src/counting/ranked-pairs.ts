import { whole } from "./fraction";
import { type Method, optionsOf, rankedAtOnce } from "./method";
import { type Pairs, pairAt, pairsOf, unbeatenFirst } from "./pairs";
import { firstRanks } from "./ranked-ballots";
import { type Ties, tiesBy } from "./ties";
import type { LockedPair } from "./types";

type Majority = Omit<LockedPair, "locked">;

const strongestFirst = (one: Majority, other: Majority): number =>
  other.votes - one.votes || one.against - other.against;

function majoritiesOf(options: readonly number[], pairs: Pairs): readonly Majority[] {
  return options.flatMap((winner) =>
    options.flatMap((loser) => {
      const [votes, against] = [pairAt(pairs, winner, loser), pairAt(pairs, loser, winner)];
      return votes > against ? [{ winner, loser, votes, against }] : [];
    }),
  );
}

/** Remembers which options stand before which, also by way of others. */
function locks(optionCount: number) {
  const before = Array.from({ length: optionCount }, () => new Set<number>());
  return {
    stands: (one: number, other: number): boolean => before[one]?.has(other) === true,
    lock(winner: number, loser: number): void {
      const followers = [loser, ...(before[loser] ?? [])];
      for (const [option, after] of before.entries()) {
        if (option !== winner && !after.has(winner)) continue;
        for (const follower of followers) after.add(follower);
      }
    },
  };
}

/** Locks majorities, strongest first, unless the loser stands before the winner already. */
function lockAll(
  majorities: readonly Majority[],
  optionCount: number,
  ties: Ties,
): { readonly pairs: readonly LockedPair[]; readonly stands: ReturnType<typeof locks>["stands"] } {
  const { lock, stands } = locks(optionCount);
  const pairs: LockedPair[] = [];
  const sorted = [...majorities].sort(strongestFirst);
  while (sorted.length > 0) {
    const strongest = sorted[0];
    if (strongest === undefined) break;
    const end = sorted.findIndex((pair) => strongestFirst(strongest, pair) !== 0);
    const equal = sorted.splice(0, end === -1 ? sorted.length : end);
    const open = equal.filter(({ winner, loser }) => !stands(loser, winner));
    const named = [...new Set(open.flatMap(({ winner, loser }) => [winner, loser]))];
    const places = new Map(ties.ordered(named).map((option, place) => [option, place]));
    const placeOf = (option: number): number => places.get(option) ?? optionCount;
    // The pair of the better winner first; of two with one winner, that with the worse loser.
    equal.sort(
      (one, other) =>
        placeOf(one.winner) - placeOf(other.winner) || placeOf(other.loser) - placeOf(one.loser),
    );
    let decisive = false;
    for (const pair of equal) {
      const locked = !stands(pair.loser, pair.winner);
      if (locked) lock(pair.winner, pair.loser);
      else if (open.includes(pair)) decisive = true;
      pairs.push({ ...pair, locked });
    }
    if (decisive) ties.decide(named, "pairs", 0);
  }
  return { pairs, stands };
}

/**
 * Ranked pairs, with winning votes: majorities are locked from the strongest to the weakest, of
 * equal ones that with fewer votes against; those that would close a cycle are skipped. Where the
 * order of equal majorities matters, the declared order of their options decides
 * (https://en.wikipedia.org/wiki/Ranked_pairs).
 */
export const rankedPairs: Method = (request) => {
  const { pairs, ranked } = pairsOf(request);
  const options = optionsOf(request);
  const ties = tiesBy({ ...request, firsts: firstRanks(ranked, request.optionCount) });
  const locked = lockAll(majoritiesOf(options, pairs), request.optionCount, ties);
  const wins = options.map((one) =>
    whole(options.filter((other) => locked.stands(one, other)).length),
  );
  return {
    ...rankedAtOnce(request, unbeatenFirst(request, locked.stands, ties), ties, {
      tally: wins,
      reason: { kind: "locked_pairs", pairs: locked.pairs },
    }),
    pairs,
  };
};

import { fraction } from "./fraction";
import {
  groupsBy,
  highestFirst,
  type Method,
  optionsOf,
  orderAtOnce,
  rankedAtOnce,
} from "./method";
import { pairAt, pairsOf } from "./pairs";
import { firstRanks } from "./ranked-ballots";
import { tiesBy } from "./ties";

/** Ranked robin: most comparisons won, a tie is half a win (https://en.wikipedia.org/wiki/Copeland%27s_method). */
export const rankedRobin: Method = (request) => {
  const { pairs, ranked } = pairsOf(request);
  const options = optionsOf(request);
  const wins = options.map((one) => {
    const halves = options
      .filter((other) => other !== one)
      .map((other) => 1 + Math.sign(pairAt(pairs, one, other) - pairAt(pairs, other, one)));
    return fraction(BigInt(halves.reduce((sum, half) => sum + half, 0)), 2n);
  });
  const ties = tiesBy({ ...request, firsts: firstRanks(ranked, request.optionCount) });
  const order = orderAtOnce(request, groupsBy(options, highestFirst(wins)), ties);
  const round = { tally: wins, reason: { kind: "pair_wins" } } as const;
  return { ...rankedAtOnce(request, order, ties, round), pairs };
};

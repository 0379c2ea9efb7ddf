import { whole } from "./fraction";
import { type Method, optionsOf, rankedAtOnce } from "./method";
import { pairAt, pairsOf, unbeatenFirst } from "./pairs";
import { firstRanks } from "./ranked-ballots";
import { tiesBy } from "./ties";

/**
 * Schulze, with winning votes: an option stands before another when the strongest path from it to
 * the other is stronger than the reverse. A path is as strong as its weakest majority
 * (Schulze, https://arxiv.org/abs/1804.02973).
 */
export const schulze: Method = (request) => {
  const { pairs, ranked } = pairsOf(request);
  const options = optionsOf(request);
  const paths = options.map((one) =>
    options.map((other) => {
      const votes = pairAt(pairs, one, other);
      return votes > pairAt(pairs, other, one) ? votes : 0;
    }),
  );
  for (const middle of options) {
    for (const from of options) {
      const row = paths[from];
      if (from === middle || row === undefined) continue;
      for (const to of options) {
        if (to === middle || to === from) continue;
        const detour = Math.min(pairAt(paths, from, middle), pairAt(paths, middle, to));
        row[to] = Math.max(row[to] ?? 0, detour);
      }
    }
  }
  const beats = (one: number, other: number) =>
    pairAt(paths, one, other) > pairAt(paths, other, one);
  const wins = options.map((one) => whole(options.filter((other) => beats(one, other)).length));
  const ties = tiesBy({ ...request, firsts: firstRanks(ranked, request.optionCount) });
  return {
    ...rankedAtOnce(request, unbeatenFirst(request, beats, ties), ties, {
      tally: wins,
      reason: { kind: "strongest_paths", paths },
    }),
    pairs,
  };
};

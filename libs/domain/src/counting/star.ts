import { type Fraction, fraction, whole } from "./fraction";
import { bestOf, groupsBy, highestFirst, type Method, orderOf } from "./method";
import { highestGrades, histogramsOf, scaleOf, scoredOptions, scoreTable, sumOf } from "./scores";
import { tiesBy } from "./ties";
import type { CountRequest, CountRound } from "./types";

/** How many ballots score one option higher than another, the reverse, and both alike. */
function runoffBetween(
  { ballots, optionCount }: CountRequest,
  table: Float64Array,
  one: number,
  other: number,
) {
  let [forOne, forOther, equal] = [0, 0, 0];
  for (let ballot = 0; ballot < ballots.length; ballot++) {
    const start = ballot * optionCount;
    const count = ballots[ballot]?.count ?? 0;
    const difference = (table[start + one] ?? 0) - (table[start + other] ?? 0);
    if (difference > 0) forOne += count;
    else if (difference < 0) forOther += count;
    else equal += count;
  }
  return { forOne, forOther, equal };
}

/**
 * STAR: of the two options with the highest sums of scores, the one that more ballots score higher.
 * A tied runoff goes by score, and a score that was left out is 0. Several seats are filled one
 * after the other, without the options that were elected
 * (https://www.starvoting.org/star, https://www.starvoting.org/multi_winner).
 */
export const star: Method = (request) => {
  const histograms = histogramsOf(request);
  const firsts = highestGrades(histograms, scaleOf(request, histograms));
  const ties = tiesBy({ ...request, firsts });
  const sums: readonly Fraction[] = histograms.map((scores) => fraction(sumOf(scores)));
  const sumOfOption = (option: number): Fraction => sums[option] ?? whole(0);
  const byScore = highestFirst(sums);
  const table = scoreTable(request, 0);
  const rounds: CountRound[] = [];
  const winners: number[] = [];
  let left = scoredOptions(histograms);
  let second: readonly number[] = [];
  const none = { eliminated: [], transfers: [] };

  while (winners.length < request.seats && left.length > 0) {
    const round = rounds.length;
    const finalists = bestOf(left, byScore, 2, (group) => ties.decide(group, "election", round));
    const [one = 0, other] = finalists;
    const tally = left.map((option) => ({ option, votes: sumOfOption(option) }));
    const scored = { tally, ...none, exhausted: whole(0) };
    if (other === undefined) {
      rounds.push({ ...scored, elected: [one], reason: { kind: "remaining" } });
      winners.push(one);
      break;
    }
    rounds.push({ ...scored, elected: [], reason: { kind: "finalists", finalists } });
    const { forOne, forOther, equal } = runoffBetween(request, table, one, other);
    const difference = forOther - forOne || byScore(one, other);
    const decidedBy =
      forOne !== forOther ? "preferences" : difference === 0 ? "tie_break" : "score";
    const [winner = one, loser = other] =
      difference === 0
        ? ties.decide(finalists, "election", round + 1)
        : difference < 0
          ? [one, other]
          : [other, one];
    rounds.push({
      tally: [
        { option: one, votes: whole(forOne) },
        { option: other, votes: whole(forOther) },
      ],
      ...none,
      elected: [winner],
      exhausted: whole(equal),
      reason: { kind: "runoff", finalists, equal, decidedBy },
    });
    winners.push(winner);
    left = left.filter((option) => option !== winner);
    second = [loser];
  }
  const rest = left.filter((option) => !winners.includes(option) && !second.includes(option));
  const last = { round: Math.max(0, rounds.length - 1), seats: 0 };
  const order = [
    ...winners,
    ...second.filter((option) => !winners.includes(option)),
    ...orderOf(groupsBy(rest, byScore), ties, last),
  ];
  return { winners, order, rounds, ties: ties.decided };
};

import { fraction, whole } from "./fraction";
import { groupsBy, type Method, optionsOf, orderOf } from "./method";
import { pilesOf } from "./piles";
import { firstRanks, rankedBallots } from "./ranked-ballots";
import { tiesBy } from "./ties";
import type { CountRound, RoundReason, Transfer } from "./types";
import { ballotValues } from "./values";

/**
 * Single transferable vote: who reaches the Droop quota is elected. The greatest surplus moves on
 * first, by the weighted inclusive Gregory method: each ballot of the option moves at its value
 * times surplus / votes. Without a surplus the option with the fewest votes is eliminated. When as
 * many options are left as seats, they are elected
 * (https://en.wikipedia.org/wiki/Counting_single_transferable_votes).
 */
export const singleTransferable: Method = (request) => {
  const { seats, optionCount } = request;
  const ranked = rankedBallots(request.ballots, optionCount);
  const ties = tiesBy({ ...request, firsts: firstRanks(ranked, optionCount) });
  const piles = pilesOf(ranked, optionCount);
  const values = ballotValues();
  const quota = Math.floor(ranked.total / (seats + 1)) + 1;
  const left = new Set(optionsOf(request));
  const winners: number[] = [];
  const eliminated: number[] = [];
  const rounds: CountRound[] = [];
  /** Elected options whose surplus has not moved. */
  const waiting = new Set<number>();
  /** Elected options that keep the quota alone. */
  const settled = new Set<number>();

  const transfersOf = (from: number, valueAfter?: (value: number) => number): readonly Transfer[] =>
    piles
      .move(from, (option) => left.has(option), valueAfter)
      .map(({ to, pile }) => ({ from, to, votes: values.fractionOf(values.sumOf(pile)) }));

  while (true) {
    const round = rounds.length;
    const full = values.whole(quota);
    const votes = new Map(
      optionsOf(request)
        .filter((option) => left.has(option) || waiting.has(option) || settled.has(option))
        .map((option) => [option, settled.has(option) ? full : values.sumOf(piles.of(option))]),
    );
    const votesOf = (option: number): bigint => votes.get(option) ?? 0n;
    const mostVotes = (one: number, other: number): number =>
      votesOf(one) > votesOf(other) ? -1 : votesOf(one) < votesOf(other) ? 1 : 0;
    const counting = [...votes.values()].reduce((sum, one) => sum + one, 0n);
    const tally = [...votes].map(([option, numerator]) => ({
      option,
      votes: values.fractionOf(numerator),
    }));
    const exhausted = values.fractionOf(values.whole(ranked.total) - counting);

    const elected: number[] = [];
    const elect = (options: readonly number[]): void => {
      const order = orderOf(groupsBy(options, mostVotes), ties, { round, seats: optionCount });
      for (const option of order) {
        left.delete(option);
        elected.push(option);
        winners.push(option);
        if (votesOf(option) > full) waiting.add(option);
        else if (votesOf(option) === full) settled.add(option);
      }
    };
    const finish = (reason: RoundReason) => {
      rounds.push({ tally, elected, eliminated: [], transfers: [], exhausted, reason });
      const rest = orderOf(groupsBy([...left], mostVotes), ties, { round, seats: 0 });
      return {
        quota: whole(quota),
        winners,
        order: [...winners, ...rest, ...eliminated.reverse()],
        rounds,
        ties: ties.decided,
        exhausted,
      };
    };

    elect([...left].filter((option) => votesOf(option) >= full));
    if (winners.length >= seats) return finish({ kind: "filled" });
    if (left.size <= seats - winners.length) {
      elect([...left]);
      return finish({ kind: "remaining" });
    }
    const [greatest] = groupsBy([...waiting], mostVotes);
    if (greatest !== undefined) {
      const option = ties.decide(greatest, "surplus", round)[0] ?? 0;
      const surplus = votesOf(option) - full;
      const factor = fraction(surplus, votesOf(option));
      const shown = values.fractionOf(surplus);
      const { valueAfter, rounded } = values.multiply(factor);
      waiting.delete(option);
      settled.add(option);
      const transfers = transfersOf(option, valueAfter);
      const reason = { kind: "surplus", option, surplus: shown, factor, rounded } as const;
      rounds.push({ tally, elected, eliminated: [], transfers, exhausted, reason });
      continue;
    }
    const fewest = groupsBy([...left], mostVotes).at(-1) ?? [];
    const loser = ties.decide(fewest, "elimination", round).at(-1) ?? 0;
    left.delete(loser);
    eliminated.push(loser);
    const transfers = transfersOf(loser);
    const reason = { kind: "elimination" } as const;
    rounds.push({ tally, elected, eliminated: [loser], transfers, exhausted, reason });
  }
};

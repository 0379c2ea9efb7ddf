import { whole } from "./fraction";
import { groupsBy, type Method, optionsOf, orderOf } from "./method";
import { type Move, type Pile, pilesOf } from "./piles";
import { firstRanks, rankedBallots } from "./ranked-ballots";
import { tiesBy } from "./ties";
import type { CountRound, Transfer } from "./types";

const sizeOf = (pile: Pile): number => [...pile.values()].reduce((sum, count) => sum + count, 0);

const transfersFrom = (from: number, moves: readonly Move[]): readonly Transfer[] =>
  moves.map(({ to, pile }) => ({ from, to, votes: whole(sizeOf(pile)) }));

/**
 * Instant runoff, for one seat. While no option has more than half of the votes that still count,
 * the option with the fewest is eliminated, and its ballots move to their next option. Gaps in a
 * ballot are closed (https://en.wikipedia.org/wiki/Instant-runoff_voting).
 */
export const instantRunoff: Method = (request) => {
  const ranked = rankedBallots(request.ballots, request.optionCount);
  const ties = tiesBy({ ...request, firsts: firstRanks(ranked, request.optionCount) });
  const piles = pilesOf(ranked, request.optionCount);
  const left = new Set(optionsOf(request));
  const eliminated: number[] = [];
  const rounds: CountRound[] = [];

  while (true) {
    const votes = new Map([...left].map((option) => [option, sizeOf(piles.of(option))]));
    const votesOf = (option: number): number => votes.get(option) ?? 0;
    const standing = [...votes.values()].reduce((sum, count) => sum + count, 0);
    const exhausted = whole(ranked.total - standing);
    const tally = [...left].map((option) => ({ option, votes: whole(votesOf(option)) }));
    const majority = [...left].find((option) => 2 * votesOf(option) > standing);
    const round = rounds.length;
    if (majority !== undefined) {
      const reason = { kind: "majority", option: majority, of: whole(standing) } as const;
      const none = { eliminated: [], transfers: [] };
      rounds.push({ tally, elected: [majority], ...none, exhausted, reason });
      const byVotes = (one: number, other: number) => votesOf(other) - votesOf(one);
      const order = [
        ...orderOf(groupsBy([...left], byVotes), ties, { round, seats: 1 }),
        ...eliminated.reverse(),
      ];
      return { winners: [majority], order, rounds, ties: ties.decided, exhausted };
    }
    const fewest = Math.min(...votes.values());
    const lowest = [...left].filter((option) => votesOf(option) === fewest);
    const loser = ties.decide(lowest, "elimination", round).at(-1) ?? 0;
    left.delete(loser);
    eliminated.push(loser);
    const transfers = transfersFrom(
      loser,
      piles.move(loser, (option) => left.has(option)),
    );
    const reason = { kind: "elimination" } as const;
    rounds.push({ tally, elected: [], eliminated: [loser], transfers, exhausted, reason });
  }
};

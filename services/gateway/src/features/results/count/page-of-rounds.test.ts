// Covers docs/reference/results.md: count

import { pageOfRounds } from "./page-of-rounds";

type Round = Parameters<typeof pageOfRounds>[0][number];

/** An instant runoff: each round eliminates one option, whose ballots move to the next one. */
const runoff = (options: number) =>
  Array.from({ length: options - 1 }, (_, round) => ({
    tally: Array(options - round).fill({ option: 0, votes: { exact: "1", decimal: 1 } }),
    transfers: [{ from: 0, to: 1, votes: { exact: "1", decimal: 1 } }],
  })) as unknown as Round[];

test("a count of 30 options is one response", () => {
  const rounds = runoff(30);
  expect(pageOfRounds(rounds, 0)).toEqual({ from: 0, rounds, more: 0 });
});

test("the rounds of 200 options are in several responses of at most 2,000 tallies and transfers", () => {
  const rounds = runoff(200);
  const read: Round[] = [];
  for (let more = 1; more > 0; ) {
    const page = pageOfRounds(rounds, read.length);
    const entries = page.rounds.flatMap(({ tally, transfers }) => [...tally, ...transfers]);
    expect(entries.length).toBeLessThanOrEqual(2_000);
    read.push(...page.rounds);
    more = page.more;
    expect(read.length + more).toBe(199);
  }
  expect(read).toEqual(rounds);
});

test("a round that is larger is a response of its own, and none follows the last", () => {
  const [large] = runoff(3_000) as [Round, ...Round[]];
  const [next] = runoff(3) as [Round, ...Round[]];
  const first = pageOfRounds([large, next], 0);
  expect([first.rounds.length, first.more]).toEqual([1, 1]);
  expect(pageOfRounds([large, next], 2)).toEqual({ from: 2, rounds: [], more: 0 });
});

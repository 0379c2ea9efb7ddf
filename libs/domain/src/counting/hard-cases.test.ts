// Covers docs/reference/counting.md: incomplete-ballots, several-seats, ties, exact-values

import { seedOf } from "../seed-of";
import {
  type Ballot,
  countingMethods,
  decimalOf,
  drawnNumber,
  fraction,
  fractionText,
  methods,
  methodsOf,
} from "./index";
import { approved, count, namesOf, ranks, scored, sha256 } from "./testing/elections";

const names = ["a", "b", "c"];
const alike: Readonly<Record<"ranks" | "scores" | "approvals", (options: number) => Ballot[]>> = {
  // One ballot for each rotation: no option is ahead.
  ranks: (options) =>
    Array.from({ length: options }, (_, first) => ({
      count: 1,
      marks: new Map(
        Array.from({ length: options }, (_, at) => [(first + at) % options, at + 1] as const),
      ),
    })),
  scores: (options) => [
    { count: 2, marks: new Map(Array.from({ length: options }, (_, option) => [option, 3])) },
  ],
  approvals: (options) => [
    { count: 2, marks: new Map(Array.from({ length: options }, (_, option) => [option, 1])) },
  ],
};

const onlyFirst = ({ count, marks }: Ballot): Ballot => ({
  count,
  marks: new Map([...marks].slice(0, 1)),
});

describe.each(countingMethods)("%s", (method) => {
  const kind = methods[method].ballots;
  const ofMany = methods[method].seats === "many";

  test("elects no option without ballots, and counts abstentions", () => {
    const result = count({ method, optionCount: 3, ballots: [], abstaining: 4 });
    expect(result).toMatchObject({ winners: [], order: [0, 1, 2], rounds: [], ties: [] });
    expect(result.abstaining).toBe(4);
  });

  test("elects no option where there is none", () => {
    const result = count({ method, optionCount: 0, ballots: alike[kind](1) });
    expect(result).toMatchObject({ winners: [], order: [], rounds: [] });
  });

  test("elects the only option", () => {
    const result = count({ method, optionCount: 1, ballots: alike[kind](1) });
    expect(result).toMatchObject({ winners: [0], order: [0], ties: [] });
    expect(result.rounds).toHaveLength(1);
  });

  test("fills as many of five seats as there are options", () => {
    const result = count({ method, optionCount: 3, seats: 5, ballots: alike[kind](3) });
    expect(result.winners).toHaveLength(ofMany ? 3 : 1);
    expect(result.seats).toBe(ofMany ? 5 : 1);
  });

  test("says how the tie of 30 options was decided, by the earlier option or by the seed", () => {
    const optionCount = 30;
    const ballots = alike[kind](optionCount);
    const earlier = count({ method, optionCount, ballots });
    expect(earlier.winners).toEqual([0]);
    expect(earlier.ties.length).toBeGreaterThan(0);
    expect(earlier.ties[0]?.by).toEqual(["earlier_option"]);
    const draw = {
      method,
      optionCount,
      ballots: kind === "ranks" ? ballots.map(onlyFirst) : ballots,
      tieBreak: ["seed"],
      seed: "of the day",
    } as const;
    const drawn = count(draw);
    const lowest = [...Array(optionCount).keys()].sort((one, other) =>
      sha256(`of the day/${one}`) < sha256(`of the day/${other}`) ? -1 : 1,
    );
    expect(drawn.winners).toEqual([lowest[0]]);
    expect(drawn.ties[0]?.by).toEqual(["seed"]);
    expect(count(draw)).toEqual(drawn);
  });
});

test("more first ranks decide a tie before the earlier option", () => {
  const result = count({
    method: "borda",
    optionCount: 3,
    seats: 2,
    ballots: ranks(names, [
      [2, "c a b"],
      [1, "b a c"],
      [2, "a b c"],
    ]),
  });
  // b and c have 9 points each, c the more first ranks.
  expect(result.order).toEqual([0, 2, 1]);
  expect(result.ties).toEqual([{ round: 0, over: "election", order: [2, 1], by: ["first_ranks"] }]);
});

test("says where the order of equal majorities decides ranked pairs", () => {
  const four = ["A", "B", "C", "D"];
  const result = count({
    method: "ranked_pairs",
    optionCount: 4,
    ballots: ranks(four, [
      [5, "A B C D"],
      [4, "B D A C"],
      [3, "C D A B"],
      [1, "D B C A"],
    ]),
  });
  // A over B, C over D and D over A have 8 votes each, and close a cycle with B over C and B over D.
  expect(namesOf(four, result.order)).toBe("A B C D");
  expect(result.ties).toEqual([
    { round: 0, over: "pairs", order: [0, 1, 2, 3], by: ["first_ranks"] },
  ]);
  const { reason } = result.rounds[0] ?? {};
  const skipped = reason?.kind === "locked_pairs" && reason.pairs.filter(({ locked }) => !locked);
  expect(skipped).toEqual([{ winner: 3, loser: 0, votes: 8, against: 5, locked: false }]);
});

test.each(["schulze", "ranked_pairs"] as const)(
  "%s decides a tie for each seat, also of an option that only an elected one beats",
  (method) => {
    const result = count({
      method,
      optionCount: 3,
      seats: 2,
      tieBreak: ["earlier_option"],
      ballots: ranks(names, [
        [1, "a b c"],
        [1, "c a b"],
      ]),
    });
    // a beats b, and c is level with both.
    expect(result.winners).toEqual([0, 1]);
    expect(result.order).toEqual([0, 1, 2]);
    const by = ["earlier_option"];
    expect(result.ties).toEqual([
      { round: 0, over: "election", order: [0, 2], by },
      { round: 0, over: "election", order: [1, 2], by },
    ]);
  },
);

test("schulze ranks the four options of Schulze's example 4 by the declared order", () => {
  const four = ["A", "B", "C", "D"];
  const result = count({
    method: "schulze",
    optionCount: 4,
    ballots: ranks(four, [
      [3, "A B C D"],
      [2, "D A B C"],
      [2, "D B C A"],
      [2, "C B D A"],
    ]),
  });
  expect(namesOf(four, result.order)).toBe("D A B C");
  expect(result.ties).toEqual([
    { round: 0, over: "election", order: [3, 1], by: ["first_ranks"] },
    { round: 0, over: "order", order: [0, 1], by: ["first_ranks"] },
  ]);
});

test("a ballot whose options are all out is exhausted, and gaps in ranks are closed", () => {
  const ballots = [
    { count: 3, marks: new Map([[0, 4]]) },
    {
      count: 2,
      marks: new Map([
        [1, 2],
        [2, 9],
      ]),
    },
    { count: 4, marks: new Map([[2, 7]]) },
  ];
  const result = count({ method: "instant_runoff", optionCount: 3, ballots });
  expect(result.winners).toEqual([2]);
  expect(result.rounds[0]?.transfers).toEqual([{ from: 1, to: 2, votes: fraction(2n) }]);
  const other = count({
    method: "instant_runoff",
    optionCount: 3,
    ballots: [...ballots, { count: 5, marks: new Map([[1, 1]]) }],
  });
  expect(other.rounds.map(({ exhausted }) => fractionText(exhausted))).toEqual(["0", "3"]);
});

test("ballots without marks abstain, except where no approval is a no", () => {
  const empty = [{ count: 3, marks: new Map<number, number>() }];
  for (const [method, ballots] of [
    ["schulze", ranks(names, [[2, "a b"]])],
    ["star", scored([[2, [5, 1, 0]]])],
  ] as const) {
    const result = count({
      method,
      optionCount: 3,
      ballots: [...ballots, ...empty],
      abstaining: 1,
    });
    expect(result.abstaining).toBe(4);
  }
  const approving = approved(names, [[2, "a"]]);
  const result = count({ method: "approval", optionCount: 3, ballots: [...approving, ...empty] });
  expect(result.abstaining).toBe(0);
});

test("an option that a ballot leaves out is below the ranked, and equal with the others left out", () => {
  const { pairs } = count({
    method: "schulze",
    optionCount: 3,
    ballots: ranks(names, [
      [3, "a"],
      [2, "b=c"],
    ]),
  });
  expect(pairs).toEqual([
    [0, 3, 3],
    [2, 0, 0],
    [2, 0, 0],
  ]);
});

test("a tied STAR runoff goes by score, then by the declared order", () => {
  const by = (groups: Parameters<typeof scored>[0]) =>
    count({ method: "star", optionCount: 2, scale: { min: 0, max: 5 }, ballots: scored(groups) });
  const byScore = by([
    [1, [3, 4]],
    [1, [5, 0]],
  ]);
  expect(byScore.winners).toEqual([0]);
  expect(byScore.rounds[1]?.reason).toMatchObject({ decidedBy: "score" });
  const byGrades = by([
    [1, [2, 5]],
    [1, [4, 1]],
  ]);
  expect(byGrades.winners).toEqual([1]);
  expect(byGrades.rounds[1]?.reason).toMatchObject({ decidedBy: "tie_break" });
  expect(byGrades.ties).toEqual([
    { round: 1, over: "election", order: [1, 0], by: ["first_ranks"] },
  ]);
});

test("an option without approvals is not elected by sequential Phragmén", () => {
  const ballots = approved(names, [[2, "b"]]);
  const result = count({ method: "sequential_phragmen", optionCount: 3, seats: 3, ballots });
  expect(result.winners).toEqual([1]);
  expect(result.order).toEqual([1, 0, 2]);
});

test("scores of a scale that does not begin at 0 count from its least value", () => {
  const ballots = scored([
    [2, [-2, 3, undefined]],
    [1, [4, undefined, undefined]],
  ]);
  const scale = { min: -5, max: 5 };
  const shifted = count({ method: "star_proportional", optionCount: 3, seats: 2, scale, ballots });
  expect(shifted.rounds[0]?.tally.map(({ votes }) => fractionText(votes))).toEqual(["15", "16"]);
  const sums = count({ method: "score", optionCount: 3, scale, ballots });
  expect(sums.rounds[0]?.tally.map(({ votes }) => fractionText(votes))).toEqual(["0", "6"]);
});

const methodsOfScores = countingMethods.filter((method) => methods[method].ballots === "scores");

test.each(methodsOfScores)("%s does not elect an option that no ballot scores", (method) => {
  const scale = { min: -5, max: 5 };
  const ballots = scored([[2, [undefined, -5, undefined, -4]]]);
  const result = count({ method, optionCount: 4, seats: 3, scale, ballots });
  expect(result.winners).toEqual([3, 1]);
  expect(result.order).toEqual([3, 1, 0, 2]);
  expect(result.ties.map(({ over, order }) => [over, order])).toEqual([["order", [0, 2]]]);
  for (const { tally } of result.rounds) {
    expect(tally.filter(({ option }) => option === 0 || option === 2)).toEqual([]);
  }
});

test("values of ballots stay exact up to 1,500 digits, then are rounded down and lose no vote", () => {
  let state = seedOf("bounded values");
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const optionCount = 30;
  const ballots = Array.from({ length: 3_000 }, () => {
    const left = Array.from({ length: optionCount }, (_, option) => option);
    const marks = new Map<number, number>();
    while (left.length > 0) {
      const [option = 0] = left.splice(Math.floor(left.length * random() ** 5), 1);
      marks.set(option, marks.size + 1);
    }
    return { count: 1, marks };
  });
  const result = count({ method: "single_transferable", optionCount, seats: 24, ballots });
  const surpluses = result.rounds.flatMap(({ reason }) =>
    reason.kind === "surplus" ? [reason] : [],
  );
  expect(surpluses.slice(0, 8).map(({ rounded }) => rounded)).not.toContain(true);
  expect(surpluses.some(({ rounded }) => rounded)).toBe(true);
  expect(result.winners).toHaveLength(24);
  for (const { tally, exhausted } of result.rounds) {
    const all = [...tally.map(({ votes }) => votes), exhausted];
    const digits = Math.max(...all.map(({ denominator }) => denominator.toString().length));
    expect(digits).toBeLessThanOrEqual(1_501);
    const total = all.reduce((one, other) =>
      fraction(
        one.numerator * other.denominator + other.numerator * one.denominator,
        one.denominator * other.denominator,
      ),
    );
    expect(total).toEqual(fraction(3_000n));
  }
});

test("fractions are in lowest terms, with a decimal beside", () => {
  expect(fractionText(fraction(122n, 6n))).toBe("61/3");
  expect(fractionText(fraction(-40n, 2n))).toBe("-20");
  expect(decimalOf(fraction(61n, 3n))).toBe(20.3333);
  expect(decimalOf(fraction(-1n, 20_000n))).toBe(-0.0001);
  const large = 3n ** 200n;
  expect(fraction(large * 7n ** 90n, large * 5n ** 100n)).toEqual({
    numerator: 7n ** 90n,
    denominator: 5n ** 100n,
  });
});

test("the draw is by SHA-256 of the seed, a slash and the index of the option", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  expect(sha256("ä€😀")).toBe("819fe77d1c7897c4c541e21c63d27154d46e12cc65074d8d9c874626a40a6074");
  expect(drawnNumber("abc", 3, sha256)).toBe(sha256("abc/3"));
  expect(drawnNumber("abc", 3, sha256)).toBe(
    "3848adb07c65e6664084bbf962d7d96a1e3c39d4517d94b7ec32708c30946063",
  );
});

test("votes of each type are counted by the methods of their ballots", () => {
  expect(methodsOf("Votes::RankedVote")).toEqual([
    "borda",
    "instant_runoff",
    "single_transferable",
    "ranked_pairs",
    "schulze",
    "ranked_robin",
  ]);
  for (const scores of ["Votes::RatingVote", "Votes::RangeVote"]) {
    expect(methodsOf(scores)).toEqual([
      "average",
      "score",
      "star",
      "majority_judgment",
      "star_proportional",
    ]);
  }
  for (const yes of ["UpVote", "LikeVote", "HeartVote", "BooleanVote", "YesNoMaybeVote"]) {
    expect(methodsOf(`Votes::${yes}`)).toEqual(["approval", "sequential_phragmen"]);
  }
  for (const other of ["Votes::DotVote", "Votes::TextVote", "Votes::Unknown"]) {
    expect(methodsOf(other)).toEqual([]);
  }
});

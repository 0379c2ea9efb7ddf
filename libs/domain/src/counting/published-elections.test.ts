// Covers docs/reference/counting.md: methods, single-transferable-vote, proportional-star

import { fractionText } from "./index";
import {
  approved,
  burlington,
  burlingtonRanks,
  count,
  foodRanks,
  foods,
  letters,
  namesOf,
  schulzeRanks,
  scored,
  talliesOf,
  tennessee,
  tennesseeRanks,
  tennesseeScores,
} from "./testing/elections";

const inTennessee = { optionCount: 4, ballots: tennesseeRanks } as const;
const scoresOfTennessee = { optionCount: 4, ballots: tennesseeScores } as const;
const inBurlington = { optionCount: 3, ballots: burlingtonRanks } as const;

test("borda counts Tennessee: the published points 126, 194, 173, 107 and one a ballot", () => {
  const result = count({ method: "borda", ...inTennessee });
  expect(talliesOf(tennessee, result)).toEqual([
    "Memphis 226, Nashville 294, Chattanooga 273, Knoxville 207",
  ]);
  expect(namesOf(tennessee, result.order)).toBe("Nashville Chattanooga Memphis Knoxville");
});

test("instant runoff counts Tennessee: Knoxville in the third round", () => {
  const result = count({ method: "instant_runoff", ...inTennessee });
  expect(talliesOf(tennessee, result)).toEqual([
    "Memphis 42, Nashville 26, Chattanooga 15, Knoxville 17",
    "Memphis 42, Nashville 26, Knoxville 32",
    "Memphis 42, Knoxville 58",
  ]);
  expect(namesOf(tennessee, result.order)).toBe("Knoxville Memphis Nashville Chattanooga");
});

test("instant runoff counts Burlington 2009: Kiss before Wright, Montroll eliminated", () => {
  const result = count({ method: "instant_runoff", ...inBurlington });
  expect(talliesOf(burlington, result)).toEqual([
    "Montroll 2554, Kiss 2982, Wright 3297",
    "Kiss 4314, Wright 4064",
  ]);
  expect(namesOf(burlington, result.winners)).toBe("Kiss");
  expect(result.rounds[0]?.transfers.map(({ to, votes }) => [to, fractionText(votes)])).toEqual([
    [1, "1332"],
    [2, "767"],
    [null, "455"],
  ]);
  expect(fractionText(result.exhausted)).toBe("455");
});

test("pairwise methods count Burlington 2009: Montroll beats Kiss and Wright", () => {
  for (const method of ["schulze", "ranked_pairs", "ranked_robin"] as const) {
    const result = count({ method, ...inBurlington });
    expect(namesOf(burlington, result.order)).toBe("Montroll Kiss Wright");
    expect(result.pairs).toEqual([
      [0, 4067, 4597],
      [3477, 0, 4314],
      [3668, 4064, 0],
    ]);
  }
});

test("single transferable vote counts the foods of a party: Chocolate, Orange, Strawberry", () => {
  const result = count({
    method: "single_transferable",
    optionCount: 5,
    seats: 3,
    ballots: foodRanks,
  });
  expect(result.quota && fractionText(result.quota)).toBe("6");
  expect(talliesOf(foods, result)).toEqual([
    "Orange 4, Pear 2, Chocolate 12, Strawberry 1, Sweets 1",
    "Orange 4, Pear 2, Chocolate 6, Strawberry 5, Sweets 3",
    "Orange 6, Chocolate 6, Strawberry 5, Sweets 3",
    "Orange 6, Chocolate 6, Strawberry 5",
  ]);
  expect(namesOf(foods, result.winners)).toBe("Chocolate Orange Strawberry");
  expect(namesOf(foods, result.order)).toBe("Chocolate Orange Strawberry Sweets Pear");
});

test("schulze counts the 45 voters of Schulze: E, A, C, B, D with the published paths", () => {
  const result = count({ method: "schulze", optionCount: 5, ballots: schulzeRanks });
  expect(namesOf(letters, result.order)).toBe("E A C B D");
  expect(result.pairs).toEqual([
    [0, 20, 26, 30, 22],
    [25, 0, 16, 33, 18],
    [19, 29, 0, 17, 24],
    [15, 12, 28, 0, 14],
    [23, 27, 21, 31, 0],
  ]);
  expect(result.rounds[0]?.reason).toEqual({
    kind: "strongest_paths",
    paths: [
      [0, 28, 28, 30, 24],
      [25, 0, 28, 33, 24],
      [25, 29, 0, 29, 24],
      [25, 28, 28, 0, 24],
      [25, 28, 28, 31, 0],
    ],
  });
});

test("ranked pairs count Tennessee: Nashville, Chattanooga, Knoxville, Memphis", () => {
  const result = count({ method: "ranked_pairs", ...inTennessee });
  expect(namesOf(tennessee, result.order)).toBe("Nashville Chattanooga Knoxville Memphis");
  expect(result.rounds[0]?.reason).toEqual({
    kind: "locked_pairs",
    pairs: [
      { winner: 2, loser: 3, votes: 83, against: 17, locked: true },
      { winner: 1, loser: 2, votes: 68, against: 32, locked: true },
      { winner: 1, loser: 3, votes: 68, against: 32, locked: true },
      { winner: 1, loser: 0, votes: 58, against: 42, locked: true },
      // Of equal majorities, that of the winner with more first ranks comes first.
      { winner: 3, loser: 0, votes: 58, against: 42, locked: true },
      { winner: 2, loser: 0, votes: 58, against: 42, locked: true },
    ],
  });
});

test("ranked robin counts Tennessee: Nashville wins 3 comparisons, Memphis none", () => {
  const result = count({ method: "ranked_robin", ...inTennessee });
  expect(talliesOf(tennessee, result)).toEqual([
    "Memphis 0, Nashville 3, Chattanooga 2, Knoxville 1",
  ]);
  expect(namesOf(tennessee, result.order)).toBe("Nashville Chattanooga Knoxville Memphis");
});

test("score and average count Tennessee: 210, 293, 237, 156 of 100 ballots", () => {
  const sums = count({ method: "score", ...scoresOfTennessee });
  expect(talliesOf(tennessee, sums)).toEqual([
    "Memphis 210, Nashville 293, Chattanooga 237, Knoxville 156",
  ]);
  const means = count({ method: "average", ...scoresOfTennessee });
  expect(talliesOf(tennessee, means)).toEqual([
    "Memphis 21/10, Nashville 293/100, Chattanooga 237/100, Knoxville 39/25",
  ]);
});

test("STAR counts Tennessee: Nashville before Chattanooga by 68 to 32", () => {
  const result = count({ method: "star", ...scoresOfTennessee });
  expect(talliesOf(tennessee, result)).toEqual([
    "Memphis 210, Nashville 293, Chattanooga 237, Knoxville 156",
    "Nashville 68, Chattanooga 32",
  ]);
  expect(namesOf(tennessee, result.order)).toBe("Nashville Chattanooga Memphis Knoxville");
});

test("majority judgment counts Tennessee: Nashville stays fair when Chattanooga turns poor", () => {
  const result = count({
    method: "majority_judgment",
    optionCount: 4,
    scale: { min: 0, max: 3 },
    // Poor 0, fair 1, good 2, excellent 3.
    ballots: scored([
      [42, [3, 1, 0, 0]],
      [26, [0, 3, 1, 1]],
      [15, [0, 1, 3, 2]],
      [17, [0, 1, 2, 3]],
    ]),
  });
  expect(result.grades?.map(({ median, above, below }) => [median, above, below])).toEqual([
    [0, 42, 0],
    [1, 26, 0],
    [1, 32, 42],
    [1, 32, 42],
  ]);
  expect(namesOf(tennessee, result.order)).toBe("Nashville Knoxville Chattanooga Memphis");
});

test("approval counts Tennessee, two approvals a ballot: Nashville with 68", () => {
  const result = count({
    method: "approval",
    optionCount: 4,
    ballots: approved(tennessee, [
      [42, "Memphis Nashville"],
      [26, "Nashville Chattanooga"],
      [15, "Chattanooga Knoxville"],
      [17, "Knoxville Chattanooga"],
    ]),
  });
  expect(talliesOf(tennessee, result)).toEqual([
    "Memphis 42, Nashville 68, Chattanooga 58, Knoxville 32",
  ]);
});

describe("sequential Phragmén counts examples of Lackner and Skowron, Multi-winner voting with approval preferences", () => {
  const loads = (names: readonly string[], seats: number, groups: [number, string][]) => {
    const { rounds } = count({
      method: "sequential_phragmen",
      optionCount: names.length,
      seats,
      ballots: approved(names, groups),
    });
    return rounds.map(({ reason }) =>
      reason.kind === "load" ? `${names[reason.option]} ${fractionText(reason.load)}` : reason.kind,
    );
  };
  test("of 12 voters: loads 1/8, 11/32, 55/128, 5/8", () => {
    expect(
      loads(["a", "b", "c", "d", "e", "f", "g"], 4, [
        [3, "a b"],
        [3, "a c"],
        [2, "a d"],
        [1, "b c f"],
        [1, "e"],
        [1, "f"],
        [1, "g"],
      ]),
    ).toEqual(["a 1/8", "b 11/32", "c 55/128", "d 5/8"]);
  });
  test("of 8 voters: loads 1/5, 1/3, 29/60", () => {
    expect(
      loads(["a", "b", "c", "d"], 3, [
        [3, "c d"],
        [2, "a b"],
        [2, "a c"],
        [1, "b d"],
      ]),
    ).toEqual(["c 1/5", "b 1/3", "d 29/60"]);
  });
});

describe("proportional STAR counts the examples of the published implementation of allocated score", () => {
  const factions = (blue: number) => {
    const names = ["A", "B", "C"].flatMap((party) => [1, 2, 3, 4, 5].map((n) => `${party}${n}`));
    const ballot = (a: number, b: number, c: number) =>
      [a, b, c].flatMap((value) => [value, value, value, value, value]);
    const result = count({
      method: "star_proportional",
      optionCount: 15,
      seats: 5,
      scale: { min: 0, max: 5 },
      tieBreak: ["earlier_option"],
      ballots: scored([
        [21, ballot(5, 0, 0)],
        [41, ballot(0, 4, 5)],
        [38, ballot(0, blue, 0)],
      ]),
    });
    return namesOf(names, result.winners);
  };
  test("of three factions: B1 B2 B3 A1 B4", () => {
    expect(factions(3)).toBe("B1 B2 B3 A1 B4");
  });
  test("of three factions with more support of B: B1 B2 B3 A1 C1", () => {
    expect(factions(5)).toBe("B1 B2 B3 A1 C1");
  });
  test("of seven ballots for three seats: Dylan, Eliza, Adam", () => {
    const names = ["Adam", "Becky", "Cindy", "Dylan", "Eliza"];
    const result = count({
      method: "star_proportional",
      optionCount: 5,
      seats: 3,
      scale: { min: 0, max: 5 },
      tieBreak: ["earlier_option"],
      ballots: scored([
        [1, [0, 0, 5, 3, 2]],
        [1, [4, 0, 3, 3, 2]],
        [1, [0, 0, 0, 3, 1]],
        [1, [2, 0, 0, 3, 4]],
        [1, [0, 0, 0, 0, 0]],
        [1, [1, 5, 0, 3, 5]],
        [1, [0, 0, 0, 0, 0]],
      ]),
    });
    expect(namesOf(names, result.winners)).toBe("Dylan Eliza Adam");
    expect(result.quota && fractionText(result.quota)).toBe("7/3");
  });
});

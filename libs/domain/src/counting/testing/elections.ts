// biome-ignore lint/style/noRestrictedImports: the caller of a count gives the hash, here the tests.
import { createHash } from "node:crypto";
import { type Ballot, type Count, type CountRequest, countBallots, fractionText } from "../index";

/** Ballots in which each letter or word is an option, best first. `=` joins equal ranks. */
export const ranks = (
  names: readonly string[],
  groups: readonly (readonly [number, string])[],
): readonly Ballot[] =>
  groups.map(([count, text]) => ({
    count,
    marks: new Map(
      text
        .split(" ")
        .flatMap((place, index) =>
          place.split("=").map((name) => [names.indexOf(name), index + 1] as const),
        ),
    ),
  }));

/** Ballots with a score for each option; undefined leaves it out. */
export const scored = (
  groups: readonly (readonly [number, readonly (number | undefined)[]])[],
): readonly Ballot[] =>
  groups.map(([count, scores]) => ({
    count,
    marks: new Map(
      scores.flatMap((score, option) => (score === undefined ? [] : [[option, score] as const])),
    ),
  }));

/** Ballots that approve the named options. */
export const approved = (
  names: readonly string[],
  groups: readonly (readonly [number, string])[],
): readonly Ballot[] =>
  groups.map(([count, text]) => ({
    count,
    marks: new Map(
      text
        .split(" ")
        .filter((name) => name !== "")
        .map((name) => [names.indexOf(name), 1] as const),
    ),
  }));

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Counts with the default tie break. */
export const count = (
  request: Pick<CountRequest, "method" | "optionCount" | "ballots"> & Partial<CountRequest>,
): Count =>
  countBallots({
    seats: 1,
    tieBreak: ["first_ranks", "earlier_option"],
    seed: "seed",
    sha256,
    abstaining: 0,
    ...request,
  });

/** The tally of each round as text, such as `Memphis 42, Nashville 26`. */
export const talliesOf = (names: readonly string[], { rounds }: Count): readonly string[] =>
  rounds.map(({ tally }) =>
    tally.map(({ option, votes }) => `${names[option]} ${fractionText(votes)}`).join(", "),
  );

export const namesOf = (names: readonly string[], options: readonly number[]): string =>
  options.map((option) => names[option]).join(" ");

export const tennessee = ["Memphis", "Nashville", "Chattanooga", "Knoxville"];

/** The ranks of the Tennessee example (https://en.wikipedia.org/wiki/Condorcet_method). */
export const tennesseeRanks = ranks(tennessee, [
  [42, "Memphis Nashville Chattanooga Knoxville"],
  [26, "Nashville Chattanooga Knoxville Memphis"],
  [15, "Chattanooga Knoxville Nashville Memphis"],
  [17, "Knoxville Chattanooga Nashville Memphis"],
]);

/** The scores of the Tennessee example (https://en.wikipedia.org/wiki/STAR_voting). */
export const tennesseeScores = scored([
  [42, [5, 2, 1, 0]],
  [26, [0, 5, 2, 1]],
  [15, [0, 3, 5, 3]],
  [17, [0, 2, 4, 5]],
]);

/** Burlington, mayor, 2009, the last three candidates (https://en.wikipedia.org/wiki/2009_Burlington_mayoral_election). */
export const burlington = ["Montroll", "Kiss", "Wright"];
export const burlingtonRanks = ranks(burlington, [
  [1332, "Montroll Kiss Wright"],
  [767, "Montroll Wright Kiss"],
  [455, "Montroll"],
  [2043, "Kiss Montroll Wright"],
  [371, "Kiss Wright Montroll"],
  [568, "Kiss"],
  [1513, "Wright Montroll Kiss"],
  [495, "Wright Kiss Montroll"],
  [1289, "Wright"],
]);

/** The 45 voters of Schulze (https://en.wikipedia.org/wiki/Schulze_method). */
export const letters = ["A", "B", "C", "D", "E"];
export const schulzeRanks = ranks(letters, [
  [5, "A C B E D"],
  [5, "A D E C B"],
  [8, "B E D A C"],
  [3, "C A B E D"],
  [7, "C A E B D"],
  [2, "C B A D E"],
  [7, "D C E B A"],
  [8, "E B A D C"],
]);

/** The foods of a party (https://en.wikipedia.org/wiki/Single_transferable_vote). */
export const foods = ["Orange", "Pear", "Chocolate", "Strawberry", "Sweets"];
export const foodRanks = ranks(foods, [
  [4, "Orange"],
  [2, "Pear Orange"],
  [8, "Chocolate Strawberry"],
  [4, "Chocolate Sweets"],
  [1, "Strawberry"],
  [1, "Sweets"],
]);

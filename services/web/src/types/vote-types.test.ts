import { methodsOf, methods as methodTraits } from "@polls/domain/counting";
import { voteTypes as known } from "@polls/domain/vote-types";
import { takesNo } from "@polls/domain/vote-values";
import { en } from "../words/en";
import { en as texts } from "../words/results/en";
import { electsSeveral, takesEqualRanks } from "./counting-methods";
import { methodsFor } from "./poll-drafts";
import { type JobName, jobNames, jobOf } from "./poll-jobs";
import { leadingValuesOf, stepVoteTypes } from "./questions";
import { type VoteTypeName, voteTypes } from "./vote-types";
import { readingOf } from "./vote-values";

type Known = (typeof known.all)[number];

const nameOf = ({ name }: Known) => name as VoteTypeName;
const without = { min: undefined, max: undefined, perVoter: undefined, options: undefined };
const reads = ({ read }: Known, vote: number, max?: number): boolean =>
  read({ vote }, { ...without, max, text: undefined }).ok;

describe.each(known.all)("pages and the service agree on $name", (type) => {
  const name = nameOf(type);
  const shown = voteTypes[name];
  const reading = readingOf({ vote_type: name });

  test("how it counts toward limits and in results", () => {
    expect({
      choices: shown.choices ?? [],
      ballots: shown.ballots,
      takesOther: shown.picks === true,
      limitAddsUp: shown.limitAddsUp === true,
      defaultLimitPerVoter: shown.defaultLimit,
      unique: shown.unique === true,
      averages: shown.averages === true,
    }).toEqual({
      choices: type.choices,
      ballots: type.ballots,
      takesOther: type.takesOther,
      limitAddsUp: type.limitAddsUp && !type.compares,
      defaultLimitPerVoter: type.defaultLimitPerVoter,
      unique: type.unique,
      averages: type.bestBy === "average",
    });
    const isAverage = type.bestBy === "average" || type.bestBy === "strength";
    expect([reading.measure === "average", reading.measure === "values"]).toEqual([
      isAverage,
      type.bestBy === undefined,
    ]);
  });

  test("whether its votes can add up to 0, as far as pages cast such votes", () => {
    const counts = [-1, 0].some(
      (value) => reads(type, value) && !type.isAbstention({ value, text: undefined }),
    );
    // The stars of pages begin with 1.
    expect(shown.hasZero === true).toBe(counts && name !== "Votes::RatingVote");
  });

  test("the scale of its average, and whether the poll bounds it", () => {
    const { top } = shown;
    if (top !== undefined) {
      expect([top, top + 1].map((value) => reads(type, value))).toEqual([true, false]);
    }
    const isBounded = [2, 3].some((value) => reads(type, value) && !reads(type, value, value - 1));
    expect(shown.bounded === true).toBe(isBounded);
  });

  test("results name each choice, and color it by its opinion", () => {
    expect(reading.opinionOf !== undefined).toBe(takesNo(type.choices));
    for (const { value, opinion, meaning = opinion } of reading.opinionOf ? type.choices : []) {
      expect(reading.textOf(value, en, texts)).toBe(en.vote[meaning]);
      expect(reading.opinionOf?.(value)).toBe(opinion);
    }
    if (reading.unit === "yes") {
      const [best] = type.choices;
      expect((best?.value ?? 0) * (reading.weight ?? 1)).toBe(1);
    }
  });

  test("new polls offer the counting methods that count it", () => {
    expect([...methodsFor("approval", name as never)].sort()).toEqual([...methodsOf(name)].sort());
  });
});

test("steps offer simple vote types whose values no input asks for", () => {
  const simple = known.all.filter((type) => type.simple).map(nameOf);
  const left = simple.filter((name) => !stepVoteTypes.some((each) => each === name));
  expect(left.sort()).toEqual(["Votes::DateVote", "Votes::NumberVote"]);
  expect(stepVoteTypes.filter((name) => !simple.includes(name))).toEqual([]);
});

test("new polls offer each vote type that steps offer", () => {
  const offered = new Set(jobNames.flatMap((name: JobName) => jobOf(name).votes));
  expect(stepVoteTypes.filter((name) => !offered.has(name))).toEqual([]);
});

test("each choice, star and face can lead elsewhere", () => {
  expect(leadingValuesOf("Votes::YesNoMaybeVote")).toEqual([2, 1, 0]);
  expect(leadingValuesOf("Votes::RatingVote")).toEqual([5, 4, 3, 2, 1]);
  expect(leadingValuesOf("Votes::RangeVote")).toEqual([]);
});

test.each(Object.entries(methodTraits))("pages and the service agree on %s", (name, traits) => {
  const method = name as keyof typeof methodTraits;
  expect([electsSeveral(method), traits.ballots === "ranks" && takesEqualRanks(method)]).toEqual([
    traits.seats === "many",
    traits.ballots === "ranks" && traits.equalRanks,
  ]);
});

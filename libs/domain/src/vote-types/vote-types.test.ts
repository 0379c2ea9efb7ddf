// Covers docs/reference/votes.md: abstentions, bounds-of-a-value, limit-per-participant, sold-votes, vote-types-and-values
// Covers docs/reliability.md: invalid-votes

import fc from "fast-check";
import { choiceOf, meaningOf, takesPlace } from "../vote-values";
import { voteTypeAs, voteTypes } from "./index";
import type { VoteBounds, VoteInput, VoteType } from "./vote-type";

const noBounds: VoteBounds = {
  min: undefined,
  max: undefined,
  perVoter: undefined,
  options: undefined,
  text: undefined,
};

const anyInput: fc.Arbitrary<VoteInput> = fc.record(
  {
    vote: fc.oneof(fc.integer({ min: -3, max: 20 }), fc.double(), fc.string(), fc.constant(null)),
    voteText: fc.oneof(fc.string(), fc.constant("2030-01-31"), fc.constant(null), fc.integer()),
  },
  { requiredKeys: [] },
);

const everyType: readonly VoteType[] = [
  ...voteTypes.all,
  ...voteTypes.all.filter(({ maySell }) => maySell).map(({ name }) => voteTypeAs(name, true)),
];

describe.each(everyType.map((type, index) => [`${type.name} (${index})`, type] as const))(
  "every vote type: %s",
  (_name, type) => {
    test("a new vote needs vote or vote_text", () => {
      expect(type.read({}, noBounds)).toMatchObject({ ok: false });
    });

    test("a vote without value is an abstention", () => {
      const reading = type.read(
        type.carries === "text" ? { voteText: null } : { vote: null },
        noBounds,
      );
      expect(reading).toEqual({ ok: true, value: { value: undefined, text: undefined } });
      expect(type.isAbstention({ value: undefined, text: undefined })).toBe(true);
    });

    test("a value under the wrong key is refused, with an error under that key", () => {
      const [input, key] =
        type.carries === "text" ? [{ vote: 1 }, "vote"] : [{ voteText: "1" }, "vote_text"];
      const reading = type.read(input, noBounds);
      expect(reading.ok).toBe(false);
      if (!reading.ok) expect(Object.keys(reading.errors)).toEqual([key]);
    });

    test("a value of the wrong type is refused", () => {
      const wrong = type.carries === "text" ? { voteText: 5 } : { vote: "1" };
      expect(type.read(wrong, noBounds)).toMatchObject({ ok: false });
    });

    test("scores, limits and places of each value are consistent", () => {
      fc.assert(
        fc.property(anyInput, (input) => {
          const reading = type.read(input, noBounds);
          if (!reading.ok) {
            expect(Object.values(reading.errors).flat().length).toBeGreaterThan(0);
            return;
          }
          const { value } = reading;
          expect(value.value === undefined || value.text === undefined).toBe(true);
          expect(type.limitUse(value)).toBeGreaterThanOrEqual(0);
          if (type.isAbstention(value)) {
            expect(type.limitUse(value)).toBe(0);
            expect(takesPlace(value)).toBe(false);
          }
          if (takesPlace(value)) expect(type.limitUse(value)).toBeGreaterThan(0);
        }),
      );
    });

    test("an abstention uses no limit", () => {
      expect(type.limitUse({ value: undefined, text: undefined })).toBe(0);
    });

    test("a yes or a maybe is above 0, and takes a place; a no does not", () => {
      for (const { value, opinion } of type.choices) {
        expect([opinion, takesPlace({ value, text: undefined })]).toEqual([
          opinion,
          opinion !== "no",
        ]);
      }
    });

    test("a choice is read, counts, says what it means, and uses the limit unless it is 0", () => {
      for (const choice of type.choices) {
        const { value } = choice;
        const vote = { value, text: undefined };
        expect(type.read({ vote: value }, noBounds)).toEqual({ ok: true, value: vote });
        expect([type.isAbstention(vote), type.meaning(vote)]).toEqual([false, meaningOf(choice)]);
        expect(type.limitUse(vote)).toBe(value === 0 ? 0 : 1);
      }
    });
  },
);

type ValueCase = [
  type: string,
  accepted: readonly number[],
  refused: readonly number[],
  bounds?: Partial<VoteBounds>,
];

const valueCases: readonly ValueCase[] = [
  ["Votes::BooleanVote", [1, -1, 0], [2, -2, 0.5]],
  ["Votes::UpVote", [1, 0], [-1, 2]],
  ["Votes::LikeVote", [1, 0], [-1, 2]],
  ["Votes::HeartVote", [1, 0], [-1, 2]],
  ["Votes::YesNoMaybeVote", [2, 1, 0], [-1, 3]],
  ["Votes::RatingVote", [0, 5], [-1, 6, 2.5]],
  ["Votes::RatingVote", [0, 7], [8], { max: 7 }],
  ["Votes::RangeVote", [0, 10], [-1, 11, 1.5]],
  ["Votes::RangeVote", [-3, 0, 3], [-4, 4], { min: -3, max: 3 }],
  ["Votes::DotVote", [0, 1, 10], [-1, 11, 1.5]],
  ["Votes::DotVote", [0, 2, 4], [1, 5], { min: 2, max: 4 }],
  ["Votes::DotVote", [0, 1, 3], [4], { perVoter: 3 }],
  ["Votes::RankedVote", [1, 3], [0, 4, 1.5], { options: 3 }],
  ["Votes::EmojiVote", [1, 5], [0, 6, 2.5]],
  ["Votes::NumberVote", [-12.3456, 0, 1e11, 999_999_999_999.9999], [1e12, 0.12345, 1e-7]],
  ["Votes::PairwiseVote", [1], [0, -1, 2]],
];
const textCases = [
  ["Votes::TextVote", " yes ", "yes"],
  ["Votes::DateVote", "2032-02-29", "2032-02-29"],
] as const;

test("each vote type has values in these tests", () => {
  const tested = [...valueCases, ...textCases].map(([name]) => name);
  expect(new Set(tested)).toEqual(new Set(voteTypes.names));
});

describe("values", () => {
  test.each<ValueCase>(valueCases)(
    "%s takes %j and refuses %j within %j",
    (name, accepted, refused, bounds = {}) => {
      const { read } = voteTypes.get(name);
      for (const vote of accepted) {
        expect(read({ vote }, { ...noBounds, ...bounds })).toEqual({
          ok: true,
          value: { value: vote, text: undefined },
        });
      }
      for (const vote of [...refused, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(read({ vote }, { ...noBounds, ...bounds })).toMatchObject({ ok: false });
      }
    },
  );

  test("a sold vote is 1 to 1,000,000, bounded by vote_limit_per_option and _min", () => {
    const { read } = voteTypeAs("Votes::BooleanVote", true);
    const reads = (vote: number, bounds = {}) => read({ vote }, { ...noBounds, ...bounds }).ok;
    expect([1, 1_000_000].map((vote) => reads(vote))).toEqual([true, true]);
    expect([0, -1, 1.5, 1_000_001].map((vote) => reads(vote))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const within = { min: 5, max: 10 };
    expect([4, 5, 10, 11].map((vote) => reads(vote, within))).toEqual([false, true, true, false]);
  });

  test.each(textCases)("%s returns %j as vote_text", (name, voteText, text) => {
    expect(voteTypes.get(name).read({ voteText }, noBounds)).toEqual({
      ok: true,
      value: { value: undefined, text },
    });
  });

  test.each([
    ["Votes::TextVote", "x".repeat(10_001)],
    ["Votes::TextVote", "\u0000"],
    ["Votes::DateVote", "2031-02-29"],
    ["Votes::DateVote", "tomorrow"],
  ])("%s refuses wrong texts", (name, voteText) => {
    expect(voteTypes.get(name).read({ voteText }, noBounds)).toMatchObject({
      ok: false,
      errors: { vote_text: [expect.any(String)] },
    });
  });

  test("the limit of 10,000 characters counts characters, not surrogates", () => {
    expect(
      voteTypes.get("Votes::TextVote").read({ voteText: "😀".repeat(10_000) }, noBounds).ok,
    ).toBe(true);
  });

  test("-0 is read as 0", () => {
    const reading = voteTypes.get("Votes::BooleanVote").read({ vote: -0 }, noBounds);
    expect(reading.ok && Object.is(reading.value.value, 0)).toBe(true);
  });
});

test.each(voteTypes.all.filter(({ read }) => read({ vote: 0 }, noBounds).ok))(
  "0 abstains where votes choose and it is no choice, and where values add up; else it counts: $name",
  ({ choices, isAbstention, limitAddsUp, limitUse }) => {
    const zero = { value: 0, text: undefined };
    const isNoChoice = choices.length > 0 && choiceOf(choices, 0) === undefined;
    expect([isAbstention(zero), limitUse(zero)]).toEqual([limitAddsUp || isNoChoice, 0]);
  },
);

describe("limits", () => {
  test.each([
    ["Votes::DotVote", 4, 4],
    ["Votes::RatingVote", 4, 1],
    ["Votes::BooleanVote", -1, 1],
    ["Votes::BooleanVote", 0, 0],
    ["Votes::YesNoMaybeVote", 0, 0],
    ["Votes::YesNoMaybeVote", 1, 1],
    ["Votes::UpVote", 0, 0],
    ["Votes::BooleanVote", 1, 1],
    ["Votes::RangeVote", -3, 1],
    ["Votes::RankedVote", 7, 1],
  ])("%s with %d uses %d of vote_limit_per_voter", (name, value, use) => {
    expect(voteTypes.get(name).limitUse({ value, text: undefined })).toBe(use);
  });

  test("sold votes use the limit by their number", () => {
    expect(voteTypeAs("Votes::RatingVote", true).limitUse({ value: 40, text: undefined })).toBe(40);
  });

  test.each([
    [{ value: -1, text: undefined }, false],
    [{ value: 0.5, text: undefined }, true],
    [{ value: undefined, text: "0" }, true],
  ])("whether %j takes a place: %s", (value, takes) => {
    expect(takesPlace(value)).toBe(takes);
  });
});

test("all types are simple except text and pairwise", () => {
  expect(voteTypes.all.filter(({ simple }) => !simple).map(({ name }) => name)).toEqual([
    "Votes::TextVote",
    "Votes::PairwiseVote",
  ]);
});

test("all types may be sold except text, date and pairwise", () => {
  expect(voteTypes.all.filter(({ maySell }) => !maySell).map(({ name }) => name)).toEqual([
    "Votes::TextVote",
    "Votes::DateVote",
    "Votes::PairwiseVote",
  ]);
  expect(voteTypeAs("Votes::TextVote", true)).toBe(voteTypes.get("Votes::TextVote"));
});

test("an unknown name throws", () => {
  expect(() => voteTypeAs("Votes::Unknown", true)).toThrow("Unknown vote type");
});

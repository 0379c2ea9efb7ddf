// Covers docs/reference/options.md: branching

import { type SurveyAnswer, skippedSteps } from "../branching";
import { voteTypes } from "../vote-types";
import { branchesReferBack, optionsInBranching, readBranch, type TakenVotes } from "./branching";

describe("branching", () => {
  const rule = (action: "skip" | "show", option_id: string, vote: number) => ({
    when: { option_id, vote },
    action,
  });
  const step = (...rules: readonly object[]) => ({ publicId: "s", data: { branch: { rules } } });
  const voted = (option: string, value: number) =>
    new Map([[option, { stepId: "1", value, text: undefined }]]);
  const wrote = (text: string) => new Map([["a", { stepId: "1", value: undefined, text }]]);
  const on = (condition: Readonly<Record<string, unknown>>) => [
    { when: { option_id: "a", ...condition }, action: "skip" },
  ];
  const counted = (text: string, inputType: string) =>
    new Map([["a", { stepId: "1", value: undefined, text, inputType }]]);
  test.each<[string, readonly object[], ReadonlyMap<string, SurveyAnswer>, boolean]>([
    ["a number in another notation", on({ vote_text: "02" }), counted("+2", "number"), true],
    ["1.50 for 1.5", on({ is_not: "1.5" }), counted("1.50", "number_float"), false],
    ["a text that looks like a number", on({ vote_text: "02" }), counted("2", "text"), false],
    ["no rules", [], new Map(), false],
    ["a skip rule that holds", [rule("skip", "a", 1)], voted("a", 1), true],
    ["a skip rule that does not", [rule("skip", "a", 1)], voted("a", -1), false],
    ["a skip rule without an answer", [rule("skip", "a", 1)], new Map(), false],
    [
      "show rules of which none holds",
      [rule("show", "a", 1), rule("show", "b", 1)],
      voted("a", 0),
      true,
    ],
    [
      "show rules of which one holds",
      [rule("show", "a", 1), rule("show", "b", 1)],
      voted("b", 1),
      false,
    ],
    [
      "a show and a skip rule that hold",
      [rule("show", "a", 1), rule("skip", "a", 1)],
      voted("a", 1),
      true,
    ],
    ["a text that is equal", on({ vote_text: "x" }), wrote("x"), true],
    ["choices in another order", on({ vote_text: '["x","y"]' }), wrote('["y", "x"]'), true],
    ["some of several choices", on({ vote_text: '["x","y"]' }), wrote('["x"]'), false],
    ["one of several choices", on({ contains: "x" }), wrote('["y","x"]'), true],
    ["none of several choices", on({ contains: "z" }), wrote('["y","x"]'), false],
    ["a choice in a text", on({ contains: "x" }), wrote("x"), false],
    ["another text", on({ is_not: "x" }), wrote("y"), true],
    ["the same text", on({ is_not: "x" }), wrote("x"), false],
    ["another number", on({ is_not: 1 }), voted("a", 2), true],
    ["a choice that is among several", on({ is_not: "x" }), wrote('["y","x"]'), false],
    ["no answer, which is not another one", on({ is_not: "x" }), new Map(), false],
    ["an answer", on({ answered: true }), voted("a", 0), true],
    ["no answer", on({ answered: false }), new Map(), true],
    ["an answer that should be missing", on({ answered: false }), wrote("x"), false],
    [
      "an abstention, which is no answer",
      on({ answered: true }),
      new Map([["a", { stepId: "1", value: undefined, text: undefined }]]),
      false,
    ],
  ])("%s: skipped %#", (_case, rules, answers, skipped) => {
    expect(skippedSteps([step(...rules)], answers).has("s")).toBe(skipped);
  });

  test("an answer on a skipped step holds no rule", () => {
    const steps = [
      { publicId: "1", data: undefined },
      { publicId: "2", data: { branch: { rules: [rule("show", "a", 1)] } } },
      { publicId: "3", data: { branch: { rules: [rule("show", "b", 1)] } } },
    ];
    const answers = (first: number) =>
      new Map([
        ["a", { stepId: "1", value: first, text: undefined }],
        ["b", { stepId: "2", value: 1, text: undefined }],
      ]);
    expect(skippedSteps(steps, answers(1))).toEqual(new Set());
    expect(skippedSteps(steps, answers(-1))).toEqual(new Set(["2", "3"]));
  });

  const taking = (name: string, inputType?: string, allowedValues: readonly string[] = []) => ({
    type: voteTypes.get(name),
    bounds: {
      min: undefined,
      max: 5,
      perVoter: undefined,
      options: undefined,
      text:
        inputType === undefined
          ? undefined
          : { inputType, allowedValues, allowsOther: false, multiline: false, fileIds: [] },
    },
  });
  const upVote = taking("Votes::UpVote");
  const colors = taking("Votes::TextVote", "multi_select", ["red", "blue"]);
  const color = taking("Votes::TextVote", "radio", ["red", "blue"]);
  const line = taking("Votes::TextVote", "text");
  const number = taking("Votes::TextVote", "number");
  test.each<
    [string, TakenVotes | undefined, Readonly<Record<string, unknown>>, string | undefined]
  >([
    ["a choice", color, { vote_text: "red" }, undefined],
    ["an unknown choice", color, { vote_text: "green" }, "is not one of the allowed values"],
    ["a trailing blank", color, { vote_text: "red " }, "can never be true"],
    ["a trailing blank in a text", line, { vote_text: "x " }, "can never be true"],
    ["an empty text", line, { vote_text: "" }, "can never be true"],
    ["a number for a text", line, { vote: 1 }, "is not the field for the value of this vote"],
    [
      "a text for a number",
      upVote,
      { vote_text: "x" },
      "is not the field for the value of this vote",
    ],
    [
      "a number out of bounds",
      taking("Votes::RangeVote"),
      { vote: 6 },
      "must be a whole number from 0 to 5",
    ],
    ["several choices", colors, { vote_text: '["blue","red"]' }, undefined],
    ["several choices with blanks between", colors, { vote_text: '["red", "blue"]' }, undefined],
    ["blanks around a list", colors, { vote_text: '["red"] ' }, "can never be true"],
    ["no choices", colors, { vote_text: "[]" }, "can never be true"],
    ["a number in another notation", number, { vote_text: "02" }, undefined],
    [
      "one choice as the whole answer",
      colors,
      { vote_text: "red" },
      "must be a JSON list of strings",
    ],
    ["one of several choices", colors, { contains: "red" }, undefined],
    ["not one of several choices", colors, { is_not: "red" }, undefined],
    [
      "an unknown one of several choices",
      colors,
      { contains: "green" },
      "is not one of the allowed values",
    ],
    ["one of several choices of a single choice", color, { contains: "red" }, "can never be true"],
    ["not a choice", color, { is_not: "red" }, undefined],
    ["not an unknown choice", color, { is_not: "green" }, "is not one of the allowed values"],
    ["any answer", line, { answered: true }, undefined],
    ["any answer of a drawing", undefined, { answered: true }, "can never be true"],
  ])("a rule about %s is accepted or refused", (_case, taken, condition, sentence) => {
    const [name] = Object.keys(condition);
    expect(readBranch({ branch: { rules: on(condition) } }, new Map([["a", taken]]))).toMatchObject(
      sentence === undefined
        ? { ok: true }
        : { ok: false, errors: { [`data.branch.rules.0.when.${name}`]: [sentence] } },
    );
  });

  test("a stored rule stays valid", () => {
    const data = { branch: { rules: on({ vote_text: "green" }) } };
    const earlier = new Map([["a", color]]);
    expect(readBranch(data, earlier, data).ok).toBe(true);
    expect(readBranch(data, earlier, { branch: { rules: on({ vote_text: "white" }) } }).ok).toBe(
      false,
    );
  });

  test("a step has at most 100 rules, each with one condition", () => {
    const earlier = new Map([["a", upVote]]);
    const read = (...rules: readonly object[]) => readBranch({ branch: { rules } }, earlier).ok;
    expect(read(...Array(100).fill(rule("skip", "a", 1)))).toBe(true);
    expect(read(...Array(101).fill(rule("skip", "a", 1)))).toBe(false);
    expect(read({ when: { option_id: "a", vote: 1, vote_text: "x" }, action: "skip" })).toBe(false);
    expect(read({ when: { option_id: "a" }, action: "skip" })).toBe(false);
    expect(read({ when: { option_id: "a", vote: 1 }, action: "hide" })).toBe(false);
  });

  test("a text of a rule has at most 10,000 characters, of which one may be two UTF-16 units", () => {
    const read = (vote_text: string) =>
      readBranch(
        { branch: { rules: [{ when: { option_id: "a", vote_text }, action: "skip" }] } },
        new Map([["a", taking("Votes::TextVote", "textarea")]]),
      );
    expect(read("😀".repeat(10_000)).ok).toBe(true);
    expect(read("😀".repeat(10_001))).toEqual({
      ok: false,
      errors: {
        "data.branch.rules.0.when.vote_text": ["must have at most 10000 characters"],
      },
    });
  });

  test("optionsInBranching finds the options that rules refer to", () => {
    expect(optionsInBranching([step(rule("skip", "a", 1)), { data: undefined }])).toEqual(
      new Set(["a"]),
    );
  });

  test("branchesReferBack refuses rules that refer to later steps", () => {
    const first = { publicId: "1", data: undefined, optionIds: ["a"] };
    const second = { ...step(rule("skip", "a", 1)), optionIds: ["b"] };
    expect(branchesReferBack([first, second])).toBe(true);
    expect(branchesReferBack([second, first])).toBe(false);
    expect(branchesReferBack([{ ...second, optionIds: ["a"] }])).toBe(false);
  });
});

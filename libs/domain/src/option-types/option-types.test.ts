import { optionSettingsOf, surveyStepTypes } from "../options/option-settings";
import { inputTypes } from "../polls/attributes";
import { voteTypes } from "../vote-types";
import { optionTypes } from "./index";

const payloads = [true, false].flatMap((hasYoutubeId) =>
  [true, false].map((hasVimeoId) => ({
    hasFile: !hasYoutubeId && !hasVimeoId,
    hasYoutubeId,
    hasVimeoId,
  })),
);

const situations = [
  ...surveyStepTypes.map((survey_step_type) => ({
    settings: optionSettingsOf({ survey_step_type }),
    inputType: undefined,
  })),
  ...inputTypes.map((inputType) => ({ settings: optionSettingsOf({}), inputType })),
];

describe.each(optionTypes.all)("$name, as every option class,", (type) => {
  const children = situations.flatMap(
    (one) => type.children(one, optionTypes.names[0] ?? "") ?? [],
  );

  test("lets only known classes stand under it", () => {
    for (const child of children) {
      expect(optionTypes.find(child.type)).toBeDefined();
      if (child.typeWithFile) expect(optionTypes.get(child.typeWithFile).fileKinds).not.toEqual([]);
    }
  });

  test("has its children voted on by known vote classes", () => {
    for (const { voteType } of children) {
      if (voteType !== undefined && voteType !== "poll")
        expect(voteTypes.find(voteType)).toBeDefined();
    }
  });

  test("becomes a known class whatever it is made of", () => {
    for (const payload of payloads) {
      const variant = type.variantFor(payload);
      if (variant !== undefined) expect(optionTypes.find(variant)).toBeDefined();
    }
  });

  test("is grouped by a class that holds files", () => {
    if (type.groupedAs === undefined) return;
    const group = optionTypes.get(type.groupedAs);
    const [situation] = situations;
    const member = situation && group.children(situation, type.name);
    expect(member && optionTypes.get(member.type).fileKinds).not.toEqual([]);
  });

  test("asks for a file only where it carries one", () => {
    if (type.requires.includes("attachment")) expect(type.fileKinds).not.toEqual([]);
    if (type.rendersFile) expect(type.fileKinds).not.toEqual([]);
  });

  test("is a leaf when it is simple", () => {
    if (type.simple) expect(children).toEqual([]);
  });
});

test("the classes of decisions 3 are all there", () => {
  expect(optionTypes.all.filter(({ simple }) => simple)).toHaveLength(9);
  expect(optionTypes.all).toHaveLength(19);
});

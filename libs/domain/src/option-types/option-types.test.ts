// Covers docs/reference/options.md: classes

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

describe.each(optionTypes.all)("option class $name", (type) => {
  const children = situations.flatMap(
    (one) => type.children(one, optionTypes.names[0] ?? "") ?? [],
  );

  test("has children of existing classes", () => {
    for (const child of children) {
      expect(optionTypes.find(child.type)).toBeDefined();
      if (child.typeWithFile) expect(optionTypes.get(child.typeWithFile).fileKinds).not.toEqual([]);
    }
  });

  test("has existing vote types for its children", () => {
    for (const { voteType } of children) {
      if (voteType !== undefined && voteType !== "poll")
        expect(voteTypes.find(voteType)).toBeDefined();
    }
  });

  test("becomes an existing class for every payload", () => {
    for (const payload of payloads) {
      const variant = type.variantFor(payload);
      if (variant !== undefined) expect(optionTypes.find(variant)).toBeDefined();
    }
  });

  test("has a group class that accepts files", () => {
    if (type.groupedAs === undefined) return;
    const group = optionTypes.get(type.groupedAs);
    const [situation] = situations;
    const member = situation && group.children(situation, type.name);
    expect(member && optionTypes.get(member.type).fileKinds).not.toEqual([]);
  });

  test("requires or renders a file only if it has one", () => {
    if (type.requires.includes("attachment")) expect(type.fileKinds).not.toEqual([]);
    if (type.rendersFile) expect(type.fileKinds).not.toEqual([]);
  });

  test("has no children if it is simple", () => {
    if (type.simple) expect(children).toEqual([]);
  });
});

test("there are 19 classes, 9 of them simple", () => {
  expect(optionTypes.all.filter(({ simple }) => simple)).toHaveLength(9);
  expect(optionTypes.all).toHaveLength(19);
});

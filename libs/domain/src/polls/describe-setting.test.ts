import { optionShape } from "../options/option-body";
import { optionSettingsFields } from "../options/option-settings";
import { describeSetting, fixedSentence, shownSettings } from "./describe-setting";
import { fixedFrom } from "./fixed-settings";

test.each(shownSettings)("the description of %s consists of whole sentences", (name) => {
  const words = describeSetting(name);
  expect(words).toMatch(/^[A-Z].{20,}\.$/);
  expect(words).not.toMatch(/\.\.|undefined/);
});

test("every description has the default, as a value or in the meaning", () => {
  expect(describeSetting("allow_voting")).toContain("Default: `true`.");
  expect(describeSetting("effect")).toContain("Default: `null`.");
  expect(describeSetting("timezone")).toContain("Default: `UTC`.");
  expect(describeSetting("timezone")).toContain("With `vote_per_day`, cannot be changed once");
  expect(describeSetting("vote_type")).toContain("Cannot be changed once there are votes.");
});

/** The descriptions of option settings are in their fields, which cannot import the table. */
const fields = { ...optionSettingsFields, input_type: optionShape.input_type };
const names = Object.keys(fields) as (keyof typeof fields)[];

test.each(names.map((name) => [name, fixedFrom.option[name]] as const))(
  "option setting %s says that it is fixed: %s",
  (name, from) => {
    const field = fields[name];
    const words = field.description ?? "";
    const sentences = new Set(
      Object.values(fixedFrom.option).map((each) => fixedSentence(name, each)),
    );
    const said = [...sentences].filter((sentence) => sentence !== "" && words.includes(sentence));
    expect(said).toEqual([fixedSentence(name, from)].filter((sentence) => sentence !== ""));
  },
);

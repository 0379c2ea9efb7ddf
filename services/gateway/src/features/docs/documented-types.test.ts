// Covers docs/reference/counting.md: methods
// Covers docs/reference/options.md: classes, inputs
// Covers docs/reference/votes.md: text-values

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countingMethods } from "@polls/domain/counting";
import { optionTypes } from "@polls/domain/option-types";
import { inputTypes } from "@polls/domain/polls";

/** The text of a section of the reference. */
function sectionOf(page: string, heading: string): string {
  const file = join(__dirname, "../../../../../docs/reference", page);
  const found = new RegExp(`^## ${heading}\\n([\\s\\S]*?)^##`, "m").exec(
    readFileSync(file, "utf8"),
  );
  return found?.[1] ?? "";
}

test("the reference lists each class of options, the simple ones first", () => {
  const lists = sectionOf("options.md", "Classes").split("\nOthers:\n");
  const told = lists.map((part) =>
    optionTypes.names.filter((name) =>
      new RegExp(`^- [^:]*\`${name.replace("Options::", "")}\``, "m").test(part),
    ),
  );
  expect(told).toEqual(
    [true, false].map((isSimple) =>
      optionTypes.all.filter(({ simple }) => simple === isSimple).map(({ name }) => name),
    ),
  );
});

test("the reference defines each counting method", () => {
  const told = [...sectionOf("counting.md", "Methods").matchAll(/^- \[?`([a-z_]+)`/gm)];
  expect(new Set(told.map(([, name]) => name))).toEqual(new Set(countingMethods));
});

test("the reference lists each input type, and the texts that it takes", () => {
  const [, types = ""] =
    /^.*`input_type` is (.*?)\. /m.exec(sectionOf("options.md", "Inputs")) ?? [];
  const named = [...types.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(inputTypes));
  const lines = sectionOf("votes.md", "Text values").match(/^- .*?:/gm) ?? [];
  const taken = lines.flatMap((line) => [...line.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  expect(new Set(taken)).toEqual(new Set(inputTypes));
});

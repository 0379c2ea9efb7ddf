// Covers docs/reference/options.md: classes

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { optionTypes } from "@polls/domain/option-types";

const text = readFileSync(join(__dirname, "../../../../../docs/reference/options.md"), "utf8");

test("the reference lists each class of options, the simple ones first", () => {
  const [, list = ""] = /^## Classes\n([\s\S]*?)^## /m.exec(text) ?? [];
  const lists = list.split("\nOthers:\n");
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

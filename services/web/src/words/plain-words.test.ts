import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { de as adminDe } from "./admin/de";
import { en as adminEn } from "./admin/en";
import { de } from "./de";
import { en } from "./en";
import { de as resultsDe } from "./results/de";
import { en as resultsEn } from "./results/en";
import { de as settingsDe } from "./settings/de";
import { en as settingsEn } from "./settings/en";

/** The texts in a tree of words. Functions are called with the name of a thing, which some need. */
function* textsIn(words: unknown, path = ""): Generator<readonly [string, string]> {
  if (typeof words === "string") yield [path, words];
  else if (typeof words === "function") {
    yield* textsIn(words(...Array.from({ length: words.length }, () => "option")), path);
  } else if (typeof words === "object" && words !== null) {
    for (const [name, inside] of Object.entries(words)) yield* textsIn(inside, `${path}.${name}`);
  }
}

/** A name of the API: words joined by underscores, or a class. */
const apiName = /[a-z]_[a-z]|\w::\w/i;

test.each(
  Object.entries({
    pages: [en, de],
    admin: [adminEn, adminDe],
    results: [resultsEn, resultsDe],
    settings: [settingsEn, settingsDe],
  }),
)("no text has a name of the API: %s", (_part, languages) => {
  const found = languages.flatMap((words) => [...textsIn(words)]);
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(([, text]) => apiName.test(text))).toEqual([]);
});

test("no line breaks in “E‑Mail”: its hyphen is U+2011, and things are “erstellt”", () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: "utf8" });
  const german = files.filter((file) => /(^|\/)de(-\w+)?\.ts$/.test(file));
  expect(german.length).toBeGreaterThan(10);
  const written = german.map((file) => readFileSync(path.join(__dirname, file), "utf8")).join("");
  expect(written).toContain("E\u2011Mail");
  expect(written).not.toMatch(/\bE-Mail|angelegt|anzulegen|anlegen/i);
});

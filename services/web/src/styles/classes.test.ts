// A class has one meaning: the style sheets of a page apply to all of its parts.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const sources = path.join(__dirname, "..");
const pages = path.join(__dirname, "../../../gateway/src/pages");
const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file) && !/\.test\.ts$/.test(file))
    .map((file) => path.join(folder, file));

/** The selectors of a style sheet, without those of printed pages, which hide what others style. */
const selectorsOf = (file: string): readonly string[] =>
  readFileSync(file, "utf8")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/@media print \{.*?\n\}/gs, "")
    .split(/[{};]/)
    .filter((text) => /^\s*[^@]*$/.test(text))
    .flatMap((text) => text.split(/,(?![^(]*\))/))
    .map((text) => text.trim());

const sheets = filesIn(__dirname, /\.css$/).map((file) => ({
  sheet: path.relative(__dirname, file),
  selectors: selectorsOf(file),
}));

test("a class is styled by itself in one style sheet alone", () => {
  const places = sheets.flatMap(({ sheet, selectors }) =>
    [...new Set(selectors)].filter((one) => /^\.[\w-]+$/.test(one)).map((one) => ({ one, sheet })),
  );
  expect(places.length).toBeGreaterThan(100);
  const first = new Map(places.toReversed().map(({ one, sheet }) => [one, sheet]));
  expect(places.filter(({ one, sheet }) => first.get(one) !== sheet)).toEqual([]);
});

test("every class of a style sheet is used", () => {
  // Made of a state, a place or a size when the page is rendered.
  const composed = /^(?:planned|in_implementation|investigation|place-\d|size-\d|snow|fireflies)$/;
  const code = [...filesIn(sources, /\.tsx?$/), ...filesIn(pages, /\.ts$/)]
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const words = new Set([...code.matchAll(/(?<=["'` ])[\w-]+/g)].map(([word]) => word));
  const classes = new Set(
    sheets.flatMap(({ selectors }) =>
      selectors.flatMap((one) => [...one.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name)),
    ),
  );
  expect(classes.size).toBeGreaterThan(200);
  expect([...classes].filter((name) => !words.has(`${name}`) && !composed.test(`${name}`))).toEqual(
    [],
  );
});

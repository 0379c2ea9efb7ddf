// `node scripts/web/check-size.mjs`: the JavaScript of each page, gzipped, fits its budget (docs/adr/0023-pages-are-documents-with-a-preact-script.md).
import { gzipSync } from "node:zlib";
import { buildPages, entries } from "./build-pages.mjs";

/** What the first screen of a poll loads beside its entry, by how one takes part, and its budget. */
const firstScreens = {
  list: [undefined, 40_500],
  survey: ["src/survey/survey", 48_000],
  pairwise: ["src/pairwise/pairwise", 42_500],
  table: ["src/table/table", 45_500],
};
/** All that a page may load in its life, in one language. */
const budgets = { poll: 64_500 };
const OTHER_PAGES = 150_000;

const chunks = new Map(
  (await buildPages({ write: false }))
    .filter(({ type }) => type === "chunk")
    .map((chunk) => [chunk.fileName, chunk]),
);
const sourceOf = ({ facadeModuleId }) => facadeModuleId ?? "";
const languages = ["en", "de"];
const isWordsOf = (chunk, language) =>
  sourceOf(chunk).includes("/src/words/") && sourceOf(chunk).endsWith(`/${language}.ts`);
const isWords = (chunk) => languages.some((language) => isWordsOf(chunk, language));

/** The chunk and those that it imports, and those that it loads later and `isLoaded`. */
function* withImports(fileName, isLoaded, seen = new Set()) {
  const chunk = chunks.get(fileName);
  if (chunk === undefined || seen.has(fileName)) return;
  seen.add(fileName);
  yield chunk;
  for (const next of chunk.imports) yield* withImports(next, isLoaded, seen);
  for (const next of chunk.dynamicImports) {
    if (isLoaded(chunks.get(next))) yield* withImports(next, isLoaded, seen);
  }
}

/** The bytes that an entry loads, in the language that takes the most. */
function bytesOf(start, isLoaded) {
  const inLanguage = (language) =>
    [
      ...withImports(start.fileName, (chunk) =>
        isWords(chunk) ? isWordsOf(chunk, language) : isLoaded(chunk),
      ),
    ].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  return Math.max(...languages.map(inLanguage));
}

function check(name, bytes, budget) {
  process.stdout.write(`${name}: ${bytes} of ${budget} bytes\n`);
  if (bytes > budget) process.exitCode = 1;
}

for (const entry of entries) {
  const start = [...chunks.values()].find(({ isEntry, name }) => isEntry && name === entry);
  if (start === undefined) throw new Error(`the build has no script of the page ${entry}`);
  check(
    entry,
    bytesOf(start, () => true),
    budgets[entry] ?? OTHER_PAGES,
  );
  if (entry !== "poll") continue;
  for (const [kind, [source, budget]] of Object.entries(firstScreens)) {
    const isContent = (chunk) => source !== undefined && sourceOf(chunk).includes(source);
    check(`poll, first screen of a ${kind}`, bytesOf(start, isContent), budget);
  }
}

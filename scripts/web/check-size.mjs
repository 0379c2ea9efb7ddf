// `node scripts/web/check-size.mjs`: the JavaScript of each page, gzipped, fits its budgets (docs/adr/0151-pages-are-bounded-by-bytes.md).
import { gzipSync } from "node:zlib";
import { buildPages, entries } from "./build-pages.mjs";

const OTHER_PAGES = 150_000;
/** The size of the first screen of a page, and of everything that the page can load, in one language. */
const budgets = {
  admin: { whole: 153_450 },
  poll: { first: 51_100, whole: 89_700 },
  survey: { first: 52_670, whole: 72_660 },
  pairwise: { first: 39_290, whole: 49_600 },
  table: { first: 41_930, whole: 61_980 },
};

/** What each module imports. */
const modules = new Map();
const noteModules = {
  name: "note-modules",
  generateBundle() {
    for (const id of this.getModuleIds()) modules.set(id, this.getModuleInfo(id));
  },
};
const chunks = new Map(
  (await buildPages({ write: false, plugins: [noteModules] }))
    .filter(({ type }) => type === "chunk")
    .map((chunk) => [chunk.fileName, chunk]),
);

const languages = ["en", "de"];
const languageOf = ({ facadeModuleId }) => {
  const [, language] = /\/src\/words\/(?:\w+\/)?(\w+)\.ts$/.exec(facadeModuleId ?? "") ?? [];
  return languages.find((each) => each === language);
};

/** The module, and the modules that it imports, at once or later. */
function reachedFrom(id, seen = new Set()) {
  if (seen.has(id)) return seen;
  seen.add(id);
  const { importedIds = [], dynamicallyImportedIds = [] } = modules.get(id) ?? {};
  for (const next of [...importedIds, ...dynamicallyImportedIds]) reachedFrom(next, seen);
  return seen;
}

/** The chunk, the chunks that it imports, and the chunks that it loads later if `isLoaded`. */
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

/** The bytes that an entry loads, in the language with the most bytes. */
function bytesOf({ fileName, facadeModuleId }, loadsLater) {
  // A shared chunk also has modules of other pages, which load what this page never does.
  const reached = reachedFrom(facadeModuleId);
  const inLanguage = (language) =>
    [
      ...withImports(
        fileName,
        (chunk) =>
          (chunk.facadeModuleId === null || reached.has(chunk.facadeModuleId)) &&
          (languageOf(chunk) ?? language) === language &&
          (languageOf(chunk) !== undefined || loadsLater),
      ),
    ].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  return Math.max(...languages.map(inLanguage));
}

function check(name, bytes, budget) {
  const excess = bytes > budget ? `: ${bytes - budget} too many` : "";
  process.stdout.write(`${name}: ${bytes} of ${budget} bytes${excess}\n`);
  if (bytes > budget) process.exitCode = 1;
}

for (const entry of entries) {
  const start = [...chunks.values()].find(({ isEntry, name }) => isEntry && name === entry);
  if (start === undefined) throw new Error(`the build has no script of the page ${entry}`);
  const { first, whole = OTHER_PAGES } = budgets[entry] ?? {};
  if (first !== undefined) check(`${entry}, first screen`, bytesOf(start, false), first);
  check(entry, bytesOf(start, true), whole);
}

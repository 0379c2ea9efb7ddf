// `node scripts/web/check-size.mjs`: the JavaScript of each page, gzipped, fits its budget (docs/adr/0023-pages-are-documents-with-a-preact-script.md).
import { gzipSync } from "node:zlib";
import { buildPages, entries } from "./build-pages.mjs";

const budgets = { poll: 60_000 };
const OTHER_PAGES = 150_000;

const chunks = new Map(
  (await buildPages({ write: false }))
    .filter(({ type }) => type === "chunk")
    .map((chunk) => [chunk.fileName, chunk]),
);

/** The chunk and those that it imports, also those that it loads later. */
function* withImports(fileName, seen = new Set()) {
  const chunk = chunks.get(fileName);
  if (chunk === undefined || seen.has(fileName)) return;
  seen.add(fileName);
  yield chunk;
  for (const next of [...chunk.imports, ...chunk.dynamicImports]) yield* withImports(next, seen);
}

for (const entry of entries) {
  const start = [...chunks.values()].find(({ isEntry, name }) => isEntry && name === entry);
  if (start === undefined) throw new Error(`the build has no script of the page ${entry}`);
  const bytes = [...withImports(start.fileName)].reduce(
    (sum, { code }) => sum + gzipSync(code).length,
    0,
  );
  const budget = budgets[entry] ?? OTHER_PAGES;
  process.stdout.write(`${entry}: ${bytes} of ${budget} bytes\n`);
  if (bytes > budget) process.exitCode = 1;
}

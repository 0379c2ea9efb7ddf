// biome-ignore lint/style/noRestrictedImports: this test reads the sources
import { readdirSync, readFileSync } from "node:fs";
// biome-ignore lint/style/noRestrictedImports: this test reads the sources
import { join, relative, resolve } from "node:path";

const root = resolve(__dirname, "../../..");
const typeName = /(?<!\w)(?:Polls|Options|Votes)::[A-Z]\w+/;

/**
 * Files that may name types: the registries, the words of pages, tests, builders of test data, and
 * examples in the documentation.
 */
const allowed = [
  /^libs\/domain\/src\/(?:poll|option|vote)-types\//,
  /^services\/web\/src\/(?:types|words)\//,
  /\.test\.ts$/,
  /\/testing\//,
  /^libs\/testing\//,
  /^services\/gateway\/src\/features\/docs\/examples\.ts$/,
];

const skipped = new Set(["node_modules", "dist", "generated"]);

function* sourcesUnder(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* sourcesUnder(path);
    else if (entry.isFile() && /\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Removes comments and names in backticks (texts for readers). What remains are comparisons. */
const withoutProse = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/`(?:Polls|Options|Votes)::\w+`/g, "");

test("only the registries name poll, option and vote types", () => {
  const sources = ["libs", "services"].flatMap((part) => [...sourcesUnder(join(root, part))]);
  expect(sources.length).toBeGreaterThan(100);
  const offenders = sources.filter((path) => {
    const name = relative(root, path);
    return (
      !allowed.some((pattern) => pattern.test(name)) &&
      typeName.test(withoutProse(readFileSync(path, "utf8")))
    );
  });
  expect(offenders.map((path) => relative(root, path))).toEqual([]);
});

// `node scripts/lock-check.mjs [lock file]`: finds problems that `npm install` accepts but `npm ci` fails on.
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";

const file = process.argv[2] ?? path.join(root, "package-lock.json");
const { packages } = JSON.parse(readFileSync(file, "utf8"));
const problems = [];

/** The folders where Node searches for a package: next to the importing package, then in each parent folder. */
function* placesFor(name, from) {
  for (let folder = from; folder !== undefined; folder = parentOf(folder)) {
    yield `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
  }
}

function parentOf(place) {
  if (place === "") return undefined;
  const end = place.lastIndexOf("node_modules/");
  return end <= 0 ? "" : place.slice(0, end - 1);
}

for (const [place, entry] of Object.entries(packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    const found = [...placesFor(name, place)].some((each) => packages[each] !== undefined);
    if (!found) problems.push(`${place || "the project"}: ${name} is missing for other platforms`);
  }
  if (!place.includes("node_modules/") || entry.link || entry.inBundle) continue;
  if (entry.integrity === undefined) problems.push(`${place}: no checksum`);
  if (entry.resolved !== undefined) problems.push(`${place}: bound to the registry it came from`);
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

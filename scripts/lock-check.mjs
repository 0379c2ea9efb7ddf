// `node scripts/lock-check.mjs [lock file]`: finds problems that `npm install` accepts but `npm ci` fails on, and packages
// that `npm start` would install without need (docs/adr/0040-npm-start-installs-what-runs.md).
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";

/** Packages that `npm start` installs on any platform. A few more are no harm; a tool brings dozens. */
const START_PACKAGES_MAX = 355;
/** The package in place of those that only tools load (`overrides` of package.json). */
const STAND_IN = "ms";

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

function find(name, from) {
  for (const place of placesFor(name, from)) {
    if (packages[place] !== undefined) return packages[place];
  }
  return undefined;
}

for (const [place, entry] of Object.entries(packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (find(name, place) === undefined)
      problems.push(`${place || "the project"}: ${name} is missing for other platforms`);
  }
  if (!place.includes("node_modules/") || entry.link || entry.inBundle) continue;
  if (entry.dev && entry.name === STAND_IN)
    problems.push(`${place}: a tool gets the package that stands in for it under npm start`);
  if (entry.integrity === undefined) problems.push(`${place}: no checksum`);
  if (entry.resolved !== undefined) problems.push(`${place}: bound to the registry it came from`);
}

for (const name of Object.keys(packages["scripts/tools"]?.devDependencies ?? {})) {
  if (find(name, "scripts/tools")?.dev !== true)
    problems.push(`npm start would install ${name}, a tool`);
}
const ofStart = Object.entries(packages).filter(
  ([place, { dev, optional, link }]) =>
    place.includes("node_modules/") && !dev && !optional && !link,
);
if (ofStart.length > START_PACKAGES_MAX) {
  problems.push(`npm start would install ${ofStart.length} packages, over ${START_PACKAGES_MAX}`);
}
// npm leaves peers to us (.npmrc).
for (const [place, { peerDependencies = {}, peerDependenciesMeta = {} }] of ofStart) {
  for (const name of Object.keys(peerDependencies)) {
    const peer = find(name, place);
    if (peerDependenciesMeta[name]?.optional || (peer !== undefined && !peer.dev)) continue;
    problems.push(`${place}: npm start would not install its peer ${name}`);
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

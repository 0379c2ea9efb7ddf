// Collects the files for the image of a service, during the image build (Dockerfile):
//   node scripts/image/collect.mjs packages services/gateway /out    the packages that it runs with, and their list
//   node scripts/image/collect.mjs built services/gateway /out       its built files, and those of its libs
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const [what, service, out] = process.argv.slice(2);
const root = process.cwd();

const manifestOf = (directory) =>
  JSON.parse(readFileSync(path.join(directory, "package.json"), "utf8"));

/** Where a package finds another one, as Node searches it. */
function find(name, from) {
  for (let at = from; ; at = path.dirname(at)) {
    const directory = path.join(at, "node_modules", name);
    if (existsSync(path.join(directory, "package.json"))) return directory;
    if (at === root || at === path.dirname(at)) return undefined;
  }
}

/** Required and optional packages at run time. Optional peer dependencies are build tools. */
function* needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  for (const name of Object.keys(dependencies ?? {})) {
    yield { name, isOptional: optionalDependencies?.[name] !== undefined };
  }
  for (const name of Object.keys(optionalDependencies ?? {})) yield { name, isOptional: true };
  for (const name of Object.keys(peerDependencies ?? {})) {
    if (peerDependenciesMeta?.[name]?.optional !== true) yield { name, isOptional: false };
  }
}

/** All packages and workspaces that a service needs: the paths of packages, and of links to workspaces. */
function closureOf(start) {
  const packages = new Map();
  const workspaces = new Map([[start, find(manifestOf(start).name, root)]]);
  const waiting = [start];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const { name, isOptional } of needsOf(manifestOf(from))) {
      const place = find(name, from);
      if (place === undefined) {
        if (isOptional) continue;
        throw new Error(`${path.relative(root, from)} needs ${name}, which is not installed`);
      }
      const directory = realpathSync(place);
      const known = directory === place ? packages : workspaces;
      if (known.has(directory)) continue;
      known.set(directory, place);
      waiting.push(directory);
    }
  }
  return { packages: [...packages.keys()].sort(), workspaces };
}

/** Types, source maps and documents are not needed at run time; of the query compilers and of the fonts, one is loaded. */
const isNeeded = (file) =>
  !/\.(?:[cm]?ts|map|md|markdown|flow|tsbuildinfo)$/.test(file) &&
  !/query_compiler_(?:small_bg|fast_bg\.(?!postgresql)|\S+\.mjs$)/.test(file) &&
  !/dejavu-fonts-ttf\/(?!LICENSE$|package\.json$|ttf$|ttf\/DejaVuSansCondensed-Bold\.ttf$)/.test(
    file,
  );

const copy = (directory, filter = isNeeded) =>
  cpSync(directory, path.join(out, path.relative(root, directory)), { recursive: true, filter });

/** A list of packages in the form of CycloneDX. */
const billOf = (packages) => ({
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  components: packages.map((directory) => {
    const { name, version, license } = manifestOf(directory);
    return {
      type: "library",
      name,
      version,
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      ...(typeof license === "string" ? { licenses: [{ expression: license }] } : {}),
    };
  }),
});

const { packages, workspaces } = closureOf(path.join(root, service));
mkdirSync(out, { recursive: true });
if (what === "packages") {
  for (const directory of packages) {
    // Nested packages are copied separately if they are needed.
    copy(directory, (file) => isNeeded(file) && path.basename(file) !== "node_modules");
  }
  for (const [directory, place] of workspaces) {
    const link = path.join(out, path.relative(root, place));
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.relative(path.dirname(place), directory), link);
  }
  const bill = path.join(out, "packages.cdx.json");
  writeFileSync(bill, JSON.stringify(billOf(packages), undefined, 1));
} else {
  for (const directory of workspaces.keys()) {
    for (const part of ["package.json", "dist", "browser"]) {
      if (existsSync(path.join(directory, part))) copy(path.join(directory, part));
    }
  }
}

// `node scripts/build/compile.mjs`: compiles the sources of services and libs to their `dist`, file by file, where they
// have changed since the last time. It checks no types: `npm run verify` does.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { root } from "../setup/root.mjs";

/** A plugin of the compiler: a file that a function loads by `require` is loaded then, not at the start. */
const loadedLater = {
  name: "loaded-later",
  resolveId: (id, _importer, { kind }) =>
    kind === "require-call" && id.startsWith(".") ? { id, external: true } : undefined,
};

/** Of these, other scripts build what runs. */
const others = ["libs/client", "libs/testing", "services/web"];
const workspaces = ["libs", "services"]
  .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((name) => !others.includes(name) && existsSync(path.join(root, name, "package.json")));

const isCompiled = (name) =>
  name.endsWith(".ts") &&
  !/\.(?:d|test)\.ts$/.test(name) &&
  !name.split(path.sep).includes("testing");

const modified = (file) => statSync(file).mtimeMs;

/** The files that a build has written, and the sources that it has read. */
function lastBuild(marker) {
  return existsSync(marker) ? JSON.parse(readFileSync(marker, "utf8")) : { sources: [], files: [] };
}

async function compile(workspace) {
  const from = path.join(root, workspace, "src");
  const to = path.join(root, workspace, "dist");
  const marker = path.join(to, ".built.json");
  const before = lastBuild(marker);
  const sources = readdirSync(from, { recursive: true }).filter(isCompiled).sort();
  const readToo = [
    import.meta.filename,
    ...readdirSync(from, { recursive: true })
      .filter((name) => name.endsWith(".json"))
      .map((name) => path.join(from, name)),
  ];
  const since = existsSync(marker) ? modified(marker) : 0;
  const isCurrent =
    before.sources.join() === sources.join() &&
    [...sources.map((name) => path.join(from, name)), ...readToo].every(
      (file) => modified(file) < since,
    );
  if (isCurrent) return;
  const bundle = await rolldown({
    input: Object.fromEntries(
      sources.map((name) => [name.slice(0, -".ts".length), path.join(from, name)]),
    ),
    platform: "node",
    // Packages are loaded as they are; helpers of the compiler are written beside the files that call them.
    external: (id) => /^[^./]/.test(id) && !id.startsWith("@oxc-project/runtime/"),
    plugins: [loadedLater],
    transform: { target: "es2023" },
    // Each file is written for itself, with everything in it.
    treeshake: false,
    tsconfig: false,
  });
  const { output } = await bundle.write({
    dir: to,
    format: "cjs",
    exports: "named",
    strict: true,
    preserveModules: true,
    preserveModulesRoot: from,
    entryFileNames: "[name].js",
  });
  await bundle.close();
  const files = output.map(({ fileName }) => fileName);
  for (const file of before.files) {
    if (!files.includes(file)) rmSync(path.join(to, file), { force: true });
  }
  writeFileSync(marker, JSON.stringify({ sources, files }));
}

await Promise.all(workspaces.map(compile));

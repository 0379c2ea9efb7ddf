// `node scripts/client/bundle.mjs`: writes the files of `@polls/client` that are published: one module for `import`, one
// for `require`, and the types of both. Nothing else needs to be installed.
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { root } from "../setup/root.mjs";

const client = path.join(root, "libs/client");

/** Writes a file atomically, because another process may read it. */
function writeWhole(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

const bundles = await build({
  root: client,
  configFile: false,
  logLevel: "warn",
  build: {
    lib: {
      entry: "src/index.ts",
      formats: ["es", "cjs"],
      fileName: (format) => (format === "es" ? "index.mjs" : "index.cjs"),
    },
    target: "es2022",
    write: false,
  },
});
for (const { output } of bundles) {
  for (const { fileName, code } of output) writeWhole(path.join(client, "dist", fileName), code);
}

/** Declarations by name, below a folder. */
function* declarationsIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* declarationsIn(file);
    else if (file.endsWith(".d.ts")) yield file;
  }
}

// The compiler writes CommonJS declarations. ES module declarations differ in the extensions of relative imports.
for (const file of declarationsIn(path.join(client, "dist/types"))) {
  const text = readFileSync(file, "utf8").replace(/(from "\.[^"]*)"/g, '$1.mjs"');
  writeWhole(file.replace(/\.d\.ts$/, ".d.mts"), text);
}

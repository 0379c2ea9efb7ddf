// `node scripts/client/bundle.mjs`: writes the files of `@polls/client` that run: one module for `import`, and one for
// `require`.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { root } from "../setup/root.mjs";
import { writeWhole } from "./write-whole.mjs";

const client = path.join(root, "libs/client");

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
mkdirSync(path.join(client, "dist"), { recursive: true });
for (const { output } of bundles) {
  for (const { fileName, code } of output) writeWhole(path.join(client, "dist", fileName), code);
}

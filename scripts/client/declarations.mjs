// `node scripts/client/declarations.mjs`: writes the types of `@polls/client` that are published, for `import` and
// `require`. Generates their sources where `openapi.json` has changed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { generateClient, generateClientTypes } from "../setup/install.mjs";
import { root } from "../setup/root.mjs";
import { runBinary } from "../setup/run.mjs";
import { giveUp } from "../setup/say.mjs";
import { writeWhole } from "./write-whole.mjs";

for (const tool of ["openapi-typescript", "typescript7", "vite"]) {
  if (existsSync(path.join(root, "node_modules", tool))) continue;
  giveUp(`The build of the client needs ${tool}, which is not installed: run \`npm ci\`.`);
}
await generateClient();
await generateClientTypes();
const client = path.join(root, "libs/client");
runBinary("The compiler", "node_modules/typescript7/bin/tsc", ["-p", "libs/client"]);

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

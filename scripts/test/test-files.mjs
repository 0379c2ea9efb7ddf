import { readdirSync } from "node:fs";
import path from "node:path";

/** The paths of all test files, from the root. Reads no package. */
export const testFiles = (root) =>
  ["bench", "libs", "scripts", "services", "tests"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((file) => file.endsWith(".test.ts") && !/(?:^|\/)(?:node_modules|dist)\//.test(file))
      .map((file) => `${folder}/${file}`),
  );

// `node scripts/sql-check.mjs [directory]`: finds SQL outside of libs/db, and model calls that write several tables
// (docs/adr/0016-sql-and-prisma.md). Tests, and code that only tests and `npm start` use, may have their own.

import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { filesOf } from "./verify/files-of.mjs";
import { nestedWrites } from "./verify/nested-writes.mjs";

const project = path.resolve(process.argv[2] ?? root);
const ofTests = /^libs\/(?:devstack|testing)\/|\/testing\/|\.test\.ts$/;
const sql = /\$(?:queryRaw|executeRaw)|Prisma\.(?:sql|raw)\b|\.query(?:<[^>]*>)?\(/;

const files = filesOf(project).filter(
  (file) => /^(?:libs|services)\/.*\.ts$/.test(file) && !ofTests.test(file),
);
if (files.length === 0) throw new Error("git lists no files");

function* problemsIn(file, text) {
  const lines = text.split("\n");
  if (!file.startsWith("libs/db/")) {
    for (const [index, line] of lines.entries()) {
      if (sql.test(line)) yield `SQL outside of libs/db: ${file}:${index + 1}: ${line.trim()}`;
    }
  }
  for (const index of nestedWrites(text)) {
    yield `a nested write: ${file}:${index + 1}: ${lines[index].trim()}`;
  }
}

const problems = files.flatMap((file) => [
  ...problemsIn(file, readFileSync(path.join(project, file), "utf8")),
]);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

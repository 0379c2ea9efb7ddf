// `node scripts/sql-check.mjs`: finds SQL outside of libs/db (docs/adr/0016-sql-and-prisma.md). Tests and
// what only tests and `npm start` use may have their own.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";

const exempt = /^libs\/(?:db|devstack|testing)\/|\/testing\/|\.test\.ts$/;
const sql = /\$(?:queryRaw|executeRaw)|Prisma\.(?:sql|raw)\b|\.query(?:<[^>]*>)?\(/;

const { stdout } = spawnSync("git", ["ls-files", "libs/*.ts", "services/*.ts"], {
  cwd: root,
  encoding: "utf8",
});
const files = stdout.split("\n").filter((file) => file !== "" && !exempt.test(file));
if (files.length === 0) throw new Error("git lists no files");

const found = files.flatMap((file) =>
  readFileSync(path.join(root, file), "utf8")
    .split("\n")
    .flatMap((line, index) => (sql.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
);
for (const place of found) console.error(`SQL outside of libs/db: ${place}`);
process.exitCode = found.length === 0 ? 0 : 1;

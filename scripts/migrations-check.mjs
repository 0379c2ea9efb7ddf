// `node scripts/migrations-check.mjs [directory]`: no migration blocks requests, or removes what old processes
// use (docs/upgrading.md). The migrations in `excused` are exempt.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { problemsOf } from "./verify/migration-rules.mjs";

const beforeTheFirstRelease = "no deployment had many rows before the first release";

/** Migrations that may break a rule of `migration-rules.mjs`, each with the reason. */
const excused = {
  "20261121214500_lists": beforeTheFirstRelease,
  "20261121214700_job_turns": beforeTheFirstRelease,
  "20261121215000_places": beforeTheFirstRelease,
  "20261122070000_payments_of_votes": beforeTheFirstRelease,
  "20261122090000_job_priorities": beforeTheFirstRelease,
};

const own = path.join(root, "prisma/migrations");
const directory = path.resolve(process.argv[2] ?? own);
const names = readdirSync(directory, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const complaints = [];
for (const name of names) {
  const problems = problemsOf(readFileSync(path.join(directory, name, "migration.sql"), "utf8"));
  if (name in excused) {
    if (problems.length === 0) complaints.push(`${name} is excused, and breaks no rule`);
    continue;
  }
  for (const { statement, problem } of problems) {
    const short = statement.length > 100 ? `${statement.slice(0, 100)}…` : statement;
    complaints.push(`${name}: ${short}: ${problem}`);
  }
}
if (directory === own) {
  for (const name of Object.keys(excused)) {
    if (!names.includes(name)) complaints.push(`${name} is excused, and is no migration`);
  }
}
for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;

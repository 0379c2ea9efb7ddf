// Migrates DATABASE_URL with the built code: the command of the image, which installs nothing. After its name,
// `status` shows the progress, and `resume` continues after a migration that failed or was killed.
import { createRequire } from "node:module";
import path from "node:path";
import { givenDatabaseUrl } from "./setup/given-database-url.mjs";
import { root } from "./setup/root.mjs";
import { say } from "./setup/say.mjs";

const migrations = path.join(root, "prisma/migrations");
const { migrate, readMigrationStatus } = createRequire(import.meta.url)("@polls/db/migrations");

async function apply(url, options) {
  const applied = await migrate(url, migrations, options);
  for (const name of applied) say(`applied ${name}`);
  if (applied.length === 0) say("The database is up to date.");
}

/** Exits with 1 unless the database is up to date. */
async function showStatus(url) {
  const {
    applied,
    running,
    indexPercent,
    backfills = {},
    ...state
  } = await readMigrationStatus(url, migrations);
  say(
    `${applied.length} migrations are applied${applied.length > 0 ? `, the last is ${applied.at(-1)}` : ""}.`,
  );
  if (running) say("A process migrates the database now.");
  if (indexPercent !== undefined) say(`An index is made: ${indexPercent} % are done.`);
  for (const [what, names] of [
    [running ? "is applied now" : "failed or was killed: see why, and run resume", state.failed],
    ["is missing", state.missing],
    ["was changed after it was applied", state.changed],
    ["is of another release", state.unknown],
  ]) {
    for (const name of names) say(`${name} ${what}.`);
  }
  for (const [lacks, rows] of Object.entries(backfills)) {
    if (rows > 0) say(`Services still complete rows of earlier releases: ${rows} ${lacks}.`);
  }
  const { failed, missing, changed } = state;
  process.exitCode = [failed, missing, changed].every((names) => names.length === 0) ? 0 : 1;
}

const commands = {
  apply: (url) => apply(url),
  resume: (url) => apply(url, { resume: true }),
  status: showStatus,
};

try {
  const [name = "apply"] = process.argv.slice(2);
  const command = commands[name];
  if (command === undefined) throw new Error(`there is no command ${name}: status, resume`);
  await command(givenDatabaseUrl());
} catch (error) {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  process.stderr.write(
    `The database cannot be brought up to date: ${error.message || error.code}${cause}\n`,
  );
  process.exitCode = 1;
}

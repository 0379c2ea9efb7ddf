// Covers docs/reliability.md: mixed-releases

import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { atFileEnd } from "@polls/testing";
import { upgradeUnderLoad } from "./rolling-upgrade";

/** Votes before the migration; `npm run test:upgrades` has a million. */
const VOTES = Number(process.env.UPGRADE_VOTES ?? 2_000);

jest.setTimeout(1_200_000);

const root = path.resolve(__dirname, "../..");

/** Changes that the next release may make to every table that votes write. */
const later = {
  columns: ["polls", "options", "participants", "votes", "held_votes", "option_tallies"]
    .map((table) => `ALTER TABLE ${table} ADD COLUMN added_later TEXT NOT NULL DEFAULT 'later';`)
    .join("\n"),
  constraint: "ALTER TABLE votes ADD CONSTRAINT later CHECK (added_later <> '') NOT VALID;",
  validation: "ALTER TABLE votes VALIDATE CONSTRAINT later;",
  index: "CREATE INDEX CONCURRENTLY votes_later ON votes (added_later, id);",
};

test("gateways of this release cast votes while the next one changes their tables: none fails", async () => {
  const migrations = await mkdtemp(path.join(tmpdir(), "polls-migrations-"));
  atFileEnd("migrations", () => rm(migrations, { recursive: true, force: true }));
  await cp(path.join(root, "prisma/migrations"), migrations, { recursive: true });
  const names = Object.entries(later).map(([what, sql], at) => ({
    name: `9999_${at}_${what}`,
    sql,
  }));
  for (const { name, sql } of names) {
    await mkdir(path.join(migrations, name));
    await writeFile(path.join(migrations, name, "migration.sql"), sql);
  }
  const recount = ["ops", "recount"];
  const upgrade = await upgradeUnderLoad(
    { root, migrations: path.join(root, "prisma/migrations"), recount },
    { root, migrations, recount },
    VOTES,
  );
  expect(upgrade.applied).toEqual(names.map(({ name }) => name));
  expect(upgrade.logs.filter((line) => line.includes('"error"'))).toEqual([]);
  expect(upgrade.failed).toEqual([]);
  expect(upgrade.votes).toBe(upgrade.acknowledged);
  expect(upgrade.drift).toBe(0);
});

// Covers docs/reliability.md: mixed-releases

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate, readMigrationStatus } from "@polls/db/migrations";
import { fromSource, runProcess } from "@polls/devstack";
import { atFileEnd, createEmptyDatabase, waitFor } from "@polls/testing";
import { Client } from "pg";

jest.setTimeout(120_000);

const root = path.resolve(__dirname, "../..");

/** Runs a migration in a separate process, to be killed. */
const program = `
  const { migrate } = require(${JSON.stringify(path.join(root, "libs/db/src/migrations/index.ts"))});
  migrate(process.argv[1], process.argv[2]);
`;

test.each([
  ["a transaction", "INSERT INTO a SELECT 7; SELECT pg_sleep(600);"],
  ["an index", 'CREATE INDEX CONCURRENTLY "a_id" ON "a" (slowly(id));'],
])("%s of a killed process ends, and resume continues", async (_what, sql) => {
  const { url } = await createEmptyDatabase();
  const dir = await mkdtemp(path.join(tmpdir(), "polls-migrations-"));
  atFileEnd("migrations", () => rm(dir, { recursive: true, force: true }));
  const write = async (name: string, text: string) => {
    await mkdir(path.join(dir, name), { recursive: true });
    await writeFile(path.join(dir, name, "migration.sql"), text);
  };
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query("CREATE TABLE seconds (n float); INSERT INTO seconds VALUES (600)");
    await admin.query(`CREATE FUNCTION slowly(id int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep((SELECT n FROM public.seconds)); RETURN id; END'`);
    await write("1_table", "CREATE TABLE a (id int); INSERT INTO a VALUES (1);");
    await write("2_long", sql);
    await write("3_last", "INSERT INTO a VALUES (3)");
    const killed = await runProcess({
      name: "the migration",
      command: process.execPath,
      args: [...fromSource, "--eval", program, url, dir],
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    });
    const sleeping = async () =>
      (
        await admin.query(
          "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
        )
      ).rows.length > 0;
    await waitFor(sleeping, { what: "the migration in its midst" });
    expect(await readMigrationStatus(url, dir)).toMatchObject({
      applied: ["1_table"],
      failed: ["2_long"],
      missing: ["3_last"],
      running: true,
    });
    await killed.stop({ signal: "SIGKILL" });
    await waitFor(async () => !(await readMigrationStatus(url, dir)).running, {
      what: "the end of what the killed process began",
    });
    await expect(migrate(url, dir)).rejects.toThrow("2_long failed or was killed earlier");

    await admin.query("UPDATE seconds SET n = 0");
    await write("2_long", sql.replace("600", "0"));
    expect(await migrate(url, dir, { resume: true })).toEqual(["2_long", "3_last"]);
    const { rows } = await admin.query("SELECT id FROM a WHERE id <> 7 ORDER BY id");
    expect(rows).toEqual([{ id: 1 }, { id: 3 }]);
    const seven = await admin.query("SELECT FROM a WHERE id = 7");
    expect(seven.rows).toHaveLength(sql.includes("7") ? 1 : 0);
    const invalid = await admin.query("SELECT FROM pg_index WHERE NOT indisvalid");
    expect(invalid.rows).toEqual([]);
    expect(await migrate(url, dir)).toEqual([]);
  } finally {
    await admin.end();
  }
});

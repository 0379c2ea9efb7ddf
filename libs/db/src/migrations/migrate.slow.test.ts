// Covers docs/reliability.md: mixed-releases

import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { run } from "@polls/devstack/children";
import { connectPatiently, createEmptyDatabase, waitFor } from "@polls/testing";
import { Client } from "pg";
import { migrate } from "./migrate";
import { readMigrationState } from "./migration-state";
import { readMigrationStatus } from "./migration-status";
import { readMigrations } from "./read-migrations";

const root = path.resolve(__dirname, "../../../..");
const migrations = path.join(root, "prisma/migrations");

/** Runs Prisma's command line tool on a database. */
const prisma = (url: string, ...words: readonly string[]) =>
  run(process.execPath, [path.join(root, "node_modules/prisma/build/index.js"), ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
  });

async function ask(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("migrate", () => {
  let dir: string;
  const write = async (name: string, sql: string) => {
    await mkdir(path.join(dir, name), { recursive: true });
    await writeFile(path.join(dir, name, "migration.sql"), sql);
  };
  beforeEach(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), "polls-migrations-"));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  test("the state of a database lists its differences from a directory", async () => {
    const { url } = await createEmptyDatabase();
    const db = connectPatiently(url, { max: 1 });
    try {
      await write("1_table", "CREATE TABLE a (id int)");
      await write("2_row", "INSERT INTO a VALUES (1)");
      await write("3_row", "INSERT INTO a VALUES (2)");
      await migrate(url, dir);
      const none = { missing: [], failed: [], changed: [], unknown: [] };
      const applied = ["1_table", "2_row", "3_row"];
      expect(await readMigrationState(db, dir)).toEqual({ ...none, applied });

      await rm(path.join(dir, "1_table"), { recursive: true });
      await write("2_row", "INSERT INTO a VALUES (7)");
      await write("4_broken", "INSERT INTO nowhere VALUES (1)");
      await ask(
        url,
        "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '3_row'",
      );
      expect(await readMigrationState(db, dir)).toEqual({
        applied: ["1_table", "2_row"],
        missing: ["4_broken"],
        failed: ["3_row"],
        changed: ["2_row"],
        unknown: ["1_table"],
      });
    } finally {
      await db.close();
    }
  });

  test("applies missing migrations in order, and nothing in a second run", async () => {
    const { url } = await createEmptyDatabase();
    await write("1_table", "CREATE TABLE a (id int)");
    await write("2_row", "INSERT INTO a VALUES (1)");
    expect(await migrate(url, dir)).toEqual(["1_table", "2_row"]);
    await write("3_row", "INSERT INTO a VALUES (2)");
    expect(await migrate(url, dir)).toEqual(["3_row"]);
    expect(await migrate(url, dir)).toEqual([]);
    expect(await ask(url, "SELECT id FROM a ORDER BY id")).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("of concurrent runs, only one applies migrations", async () => {
    const { url } = await createEmptyDatabase();
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(url, migrations)));
    expect(results.filter((names) => names.length > 0)).toHaveLength(1);
  });

  test("a failed migration changes nothing and must be resumed", async () => {
    const { url } = await createEmptyDatabase();
    await write("1_half", "CREATE TABLE a (id int); SELECT nothing;");
    await expect(migrate(url, dir)).rejects.toThrow("migration 1_half failed");
    expect(await ask(url, "SELECT 1 FROM pg_tables WHERE tablename = 'a'")).toEqual([]);
    await expect(migrate(url, dir)).rejects.toThrow("failed or was killed earlier: see why");
  });

  test("resume repeats a failed migration and applies those after it", async () => {
    const { url } = await createEmptyDatabase();
    await write("1_table", "CREATE TABLE a (id int)");
    await write("2_row", "INSERT INTO a VALUES (1); INSERT INTO missing VALUES (1) -- the end");
    await write("3_row", "INSERT INTO a VALUES (3)");
    await expect(migrate(url, dir)).rejects.toThrow("migration 2_row failed");
    await expect(migrate(url, dir, { resume: true })).rejects.toThrow("migration 2_row failed");
    await ask(url, "CREATE TABLE missing (id int)");
    expect(await migrate(url, dir, { resume: true })).toEqual(["2_row", "3_row"]);
    expect(await ask(url, "SELECT id FROM a ORDER BY id")).toEqual([{ id: 1 }, { id: 3 }]);
    expect(await migrate(url, dir)).toEqual([]);
    await ask(url, "UPDATE _prisma_migrations SET migration_name = '9', finished_at = NULL");
    await expect(migrate(url, dir, { resume: true })).rejects.toThrow("9 is of another release");
  });

  test("resume rebuilds an index that an interrupted migration left invalid", async () => {
    const { url } = await createEmptyDatabase();
    await write("1_table", "CREATE TABLE a (id int); INSERT INTO a VALUES (1), (1)");
    const index = 'CREATE UNIQUE INDEX CONCURRENTLY "a_id" ON "a" ("id");';
    await write("2_index", `-- Alone in its file.\n${index}`);
    const valid = () =>
      ask(url, "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'a_id'::regclass");
    await expect(migrate(url, dir)).rejects.toThrow("migration 2_index failed");
    expect(await valid()).toEqual([{ valid: false }]);
    await ask(url, "DELETE FROM a");
    expect(await migrate(url, dir, { resume: true })).toEqual(["2_index"]);
    expect(await valid()).toEqual([{ valid: true }]);
    await write("3_drop", 'DROP INDEX CONCURRENTLY "a_id"');
    await migrate(url, dir);
    expect(await ask(url, "SELECT to_regclass('a_id') AS name")).toEqual([{ name: null }]);
  });

  test("a locked table delays other statements only briefly, and the migration tries again", async () => {
    const { url } = await createEmptyDatabase();
    await write("1_table", "CREATE TABLE a (id int)");
    await migrate(url, dir);
    await write("2_column", "ALTER TABLE a ADD COLUMN b int");
    const holder = new Client({ connectionString: url });
    await holder.connect();
    try {
      await holder.query("BEGIN; SELECT FROM a");
      const given = migrate(url, dir, { retryForMs: 0 });
      await expect(given).rejects.toMatchObject({ cause: { code: "55P03" } });
      const waiting = migrate(url, dir, { resume: true });
      const queued = () =>
        ask(url, "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'a'::regclass");
      await waitFor(async () => (await queued()).length > 0, { what: "a migration that waits" });
      const begun = performance.now();
      await ask(url, "SELECT FROM a");
      // The statement waits as long as the migration waits for the lock, not until the lock is
      // released.
      expect(performance.now() - begun).toBeLessThan(5_000);
      await holder.query("COMMIT");
      expect(await waiting).toEqual(["2_column"]);
    } finally {
      await holder.end();
    }
  });

  test("the status lists the running and missing migrations, and the rows that services still complete", async () => {
    const { url } = await createEmptyDatabase();
    const names = (await readMigrations(migrations)).map(({ name }) => name);
    expect(await readMigrationStatus(url, migrations)).toMatchObject({
      applied: [],
      missing: names,
      failed: [],
      running: false,
    });
    await migrate(url, migrations);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    try {
      await holder.query("SELECT pg_advisory_lock(72707369)");
      const option = "INSERT INTO attachments (kind, storage_key, content_type, byte_size, sha256";
      await ask(url, `${option}, processed_at) VALUES ('image', 'a', 'b', 1, 'c', now())`);
      expect(await readMigrationStatus(url, migrations)).toMatchObject({
        applied: names,
        missing: [],
        running: true,
        backfills: { "uploads without a ThumbHash": 1 },
      });
    } finally {
      await holder.end();
    }
  });

  test("a migration that changed after it was applied is refused", async () => {
    const { url } = await createEmptyDatabase();
    await write("1_table", "CREATE TABLE a (id int)");
    await migrate(url, dir);
    await write("1_table", "CREATE TABLE a (id bigint)");
    await write("2_table", "CREATE TABLE b (id int)");
    await expect(migrate(url, dir)).rejects.toThrow("migration 1_table was changed");
    expect(await ask(url, "SELECT 1 FROM pg_tables WHERE tablename = 'b'")).toEqual([]);
  });

  test("Prisma's tool finds no drift in a database that this library migrated", async () => {
    const { url } = await createEmptyDatabase();
    await migrate(url, migrations);
    const { stdout } = await prisma(url, "migrate", "status");
    expect(stdout).toContain("Database schema is up to date");
    await prisma(url, "migrate", "deploy");
  });

  test("the migrations match the schema", async () => {
    const { url } = await createEmptyDatabase();
    await migrate(url, migrations);
    const { stdout } = await prisma(
      ...[url, "migrate", "diff", "--from-config-datasource"],
      ...["--to-schema", "prisma/schema", "--script"],
    );
    expect(stdout.trim()).toBe("-- This is an empty migration.");
  });

  test("a database that Prisma's tool migrated needs no migration", async () => {
    const { url } = await createEmptyDatabase();
    await prisma(url, "migrate", "deploy");
    expect(await migrate(url, migrations)).toEqual([]);
    await cp(migrations, dir, { recursive: true });
    await write("99999999999999_more", "CREATE TABLE more (id int)");
    expect(await migrate(url, dir)).toEqual(["99999999999999_more"]);
  });
});

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createEmptyDatabase } from "@polls/testing";
import { Client } from "pg";
import { connectDatabase, migrate, readMigrationState } from "..";

const root = path.resolve(__dirname, "../../../..");
const migrations = path.join(root, "prisma/migrations");

/** Prisma's own tool, on a database. */
const prisma = (url: string, ...words: readonly string[]) =>
  promisify(execFile)(
    process.execPath,
    [path.join(root, "node_modules/prisma/build/index.js"), ...words],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url },
    },
  );

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

  test("the state of a database tells how it differs from a directory", async () => {
    const { url } = await createEmptyDatabase();
    const db = connectDatabase(url, { max: 1 });
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

  test("applies missing migrations in order, and then none", async () => {
    const { url } = await createEmptyDatabase();
    await write("1_table", "CREATE TABLE a (id int)");
    await write("2_row", "INSERT INTO a VALUES (1)");
    expect(await migrate(url, dir)).toEqual(["1_table", "2_row"]);
    await write("3_row", "INSERT INTO a VALUES (2)");
    expect(await migrate(url, dir)).toEqual(["3_row"]);
    expect(await migrate(url, dir)).toEqual([]);
    expect(await ask(url, "SELECT id FROM a ORDER BY id")).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("of concurrent runs one applies", async () => {
    const { url } = await createEmptyDatabase();
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(url, migrations)));
    expect(results.filter((names) => names.length > 0)).toHaveLength(1);
  });

  test("a failing migration changes nothing, and must be resolved", async () => {
    const { url } = await createEmptyDatabase();
    await write("1_half", "CREATE TABLE a (id int); SELECT nothing;");
    await expect(migrate(url, dir)).rejects.toThrow("migration 1_half failed");
    expect(await ask(url, "SELECT 1 FROM pg_tables WHERE tablename = 'a'")).toEqual([]);
    await expect(migrate(url, dir)).rejects.toThrow("failed earlier; resolve it first");
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

  test("Prisma's own tool finds no drift in a database that we migrated", async () => {
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
      ...["--to-schema", "prisma/schema.prisma", "--script"],
    );
    expect(stdout.trim()).toBe("-- This is an empty migration.");
  });

  test("a database that Prisma's own tool migrated is up to date for us", async () => {
    const { url } = await createEmptyDatabase();
    await prisma(url, "migrate", "deploy");
    expect(await migrate(url, migrations)).toEqual([]);
    await cp(migrations, dir, { recursive: true });
    await write("99999999999999_more", "CREATE TABLE more (id int)");
    expect(await migrate(url, dir)).toEqual(["99999999999999_more"]);
  });
});

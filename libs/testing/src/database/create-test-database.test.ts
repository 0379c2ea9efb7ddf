import { Client } from "pg";
import { testServers } from "../servers/test-servers";
import { createEmptyDatabase, createTestDatabase, dropUnlessInUse } from "./create-test-database";

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const addAccount = `INSERT INTO accounts (public_id, email, name) VALUES ('a', 'a@example.com', 'A')`;

test("a test database has the tables of all migrations and no rows", async () => {
  const { url } = await createTestDatabase();
  expect(await query(url, "SELECT count(*)::int AS accounts FROM accounts")).toEqual([
    { accounts: 0 },
  ]);
  expect(
    await query(
      url,
      "SELECT count(*)::int AS pending FROM _prisma_migrations WHERE finished_at IS NULL",
    ),
  ).toEqual([{ pending: 0 }]);
});

test("test databases share no rows", async () => {
  const one = await createTestDatabase();
  const other = await createTestDatabase();
  await query(one.url, addAccount);
  expect(await query(other.url, "SELECT email FROM accounts")).toEqual([]);
});

test("an empty database has no table", async () => {
  const { url } = await createEmptyDatabase();
  expect(await query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual(
    [],
  );
});

test("the error names the last query of an open connection, and the database is dropped", async () => {
  const { url, name } = await createEmptyDatabase();
  const forgotten = new Client({ connectionString: url, application_name: "forgetful" });
  forgotten.on("error", () => undefined);
  await forgotten.connect();
  await forgotten.query("SELECT 42 AS answer");

  const { adminUrl } = await testServers();
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await expect(dropUnlessInUse(admin, name)).rejects.toThrow(/forgetful.*SELECT 42 AS answer/);
    const { rowCount } = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    expect(rowCount).toBe(0);
  } finally {
    await admin.end();
    await forgotten.end().catch(() => undefined);
  }
});

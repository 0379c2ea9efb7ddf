import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { atFileEnd } from "../at-file-end";
import { templateName, testServers } from "../servers/test-servers";
import { dropUnlessInUse } from "./drop-database";

/** A migrated, empty database of one test file. */
export interface TestDatabase {
  readonly url: string;
  readonly name: string;
}

/** Clones the migrated template for a file, which fails if a connection stays open. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(templateName);
}

/** Creates a database without tables, for tests of migrations. It is dropped like that of `createTestDatabase`. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneDatabase("template0");
}

async function cloneDatabase(template: string): Promise<TestDatabase> {
  const { adminUrl, citus } = await testServers();
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Citus requires the database on every node, with the same name.
  for (const server of [adminUrl, ...(citus?.workerUrls ?? [])]) {
    await runAsAdmin(server, (admin) =>
      // The default strategy logs every page, which takes ten times as long.
      admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
    );
    atFileEnd(`database ${name}`, () =>
      runAsAdmin(server, (admin) => dropUnlessInUse(admin, name)),
    );
  }
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  if (citus !== undefined && template === templateName) url.searchParams.set("schema", citus.shard);
  return { url: url.toString(), name };
}

async function runAsAdmin(url: string, run: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    await run(admin);
  } finally {
    await admin.end();
  }
}

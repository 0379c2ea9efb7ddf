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

/**
 * Clones the migrated template for a test file. It is dropped when the file is over; a connection
 * that is still open then fails the file.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(templateName);
}

/** A database without any table, for tests of migrations; it ends like `createTestDatabase`. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneDatabase("template0");
}

async function cloneDatabase(template: string): Promise<TestDatabase> {
  const { adminUrl } = await testServers();
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runAsAdmin(adminUrl, (admin) =>
    // The default writes every page to the log, which takes ten times as long.
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
  );
  atFileEnd(`database ${name}`, () =>
    runAsAdmin(adminUrl, (admin) => dropUnlessInUse(admin, name)),
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
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

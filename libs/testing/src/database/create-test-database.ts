import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { atFileEnd } from "../at-file-end";
import { templateName, testServers } from "../servers/test-servers";
import { waitFor } from "../wait-for";
import { withClient } from "./citus-cluster";

/** A migrated, empty database of one test file. */
export interface TestDatabase {
  readonly url: string;
  readonly name: string;
}

/**
 * Clones the migrated template for a file. The database is dropped after it; a connection that is
 * still open then fails the file.
 */
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
    await withClient(server, (admin) =>
      // The default strategy logs every page, which takes ten times as long.
      admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
    );
    atFileEnd(`database ${name}`, () =>
      withClient(server, (admin) => dropUnlessInUse(admin, name)),
    );
  }
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  if (citus !== undefined && template === templateName) url.searchParams.set("schema", citus.shard);
  return { url: url.toString(), name };
}

/** The server notices a closed connection shortly after the client closes it. */
const closingDeadlineMs = 5_000;

interface DatabaseSession {
  readonly application_name: string;
  readonly state: string | null;
  readonly query: string;
}

/** Drops a database. Throws after it if connections were open, with their last queries. */
export async function dropUnlessInUse(admin: Client, name: string): Promise<void> {
  let open: readonly DatabaseSession[] = [];
  const allClosed = async () => {
    open = await sessions(admin, name);
    return open.length === 0;
  };
  const closed = await waitFor(allClosed, {
    deadlineMs: closingDeadlineMs,
    what: "the last session",
  })
    .then(() => true)
    .catch(() => false);
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  if (!closed) {
    throw new Error(
      `${open.length} connection(s) were left open:\n${open.map(describe).join("\n")}`,
    );
  }
}

async function sessions(admin: Client, name: string): Promise<readonly DatabaseSession[]> {
  const { rows } = await admin.query<DatabaseSession>(
    `SELECT application_name, state, query FROM pg_stat_activity
     WHERE datname = $1 AND backend_type = 'client backend' AND application_name NOT LIKE 'citus%'`,
    [name],
  );
  return rows;
}

const describe = ({ application_name, state, query }: DatabaseSession): string =>
  `  ${application_name || "without a name"}, ${state ?? "unknown"}, last: ${query.slice(0, 200)}`;

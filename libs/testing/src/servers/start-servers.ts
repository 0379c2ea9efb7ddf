import path from "node:path";
import { migrate } from "@polls/db";
import { startPostgres } from "@polls/devstack";
import { Client } from "pg";
import { type TestServers, templateName } from "./test-servers";

const migrations = path.resolve(__dirname, "../../../../prisma/migrations");

/** Starts the PostgreSQL of a run of tests and makes the migrated database that test databases are cloned from. */
export async function startServers(): Promise<{
  readonly facts: TestServers;
  readonly stop: () => Promise<void>;
}> {
  const postgres = await startPostgres({
    settings: {
      ...{ max_connections: 400, max_wal_size: "1GB", checkpoint_timeout: "1h" },
      // Statistics change when a test says ANALYZE, and at no other time.
      autovacuum: "off",
    },
  });
  const stop = () => postgres.stop();
  try {
    await postgres.ensureDatabase(templateName);
    await migrate(postgres.url(templateName), migrations);
    await closeToConnections(postgres.url("postgres"));
    return { facts: { adminUrl: postgres.url("postgres") }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A database with open connections cannot be cloned. */
async function closeToConnections(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`ALTER DATABASE ${templateName} WITH ALLOW_CONNECTIONS false`);
  } finally {
    await client.end();
  }
}

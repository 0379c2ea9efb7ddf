import { statfsSync } from "node:fs";
import path from "node:path";
import { migrate } from "@polls/db/migrations";
import { startPostgres } from "@polls/devstack";
import { makeDistributedDatabase, startCitusCluster, withClient } from "../database/citus-cluster";
import { type TestServers, templateName } from "./test-servers";

const migrations = path.resolve(__dirname, "../../../../prisma/migrations");

const shard = "shard_1";

interface StartedServers {
  readonly facts: TestServers;
  readonly stop: () => Promise<void>;
}

/** PostgreSQL with the migrated template of a test run; with `TEST_ON_CITUS` a cluster. */
export const startServers = (): Promise<StartedServers> =>
  process.env.TEST_ON_CITUS === undefined ? startServer() : startCluster();

async function startServer(): Promise<StartedServers> {
  const temporaryIn = directoryInMemory();
  const postgres = await startPostgres({
    ...(temporaryIn === undefined ? {} : { temporaryIn }),
    settings: {
      max_connections: 400,
      max_wal_size: "256MB",
      checkpoint_timeout: "1h",
      // Statistics change only when a test runs ANALYZE.
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

/** 2 GB in memory if possible: a disk takes ten times as long to copy a database. */
function directoryInMemory(): string | undefined {
  const directory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize >= 2 * 1024 ** 3 ? directory : undefined;
  } catch {
    return undefined;
  }
}

async function startCluster(): Promise<StartedServers> {
  const cluster = await startCitusCluster();
  try {
    await makeDistributedDatabase(cluster, templateName, migrations, [shard]);
    const [adminUrl, ...workerUrls] = [cluster.coordinator, ...cluster.workers].map((server) =>
      server.url("postgres"),
    );
    if (adminUrl === undefined) throw new Error("a cluster has a coordinator");
    for (const url of [adminUrl, ...workerUrls]) await closeToConnections(url);
    return { facts: { adminUrl, citus: { workerUrls, shard } }, stop: cluster.stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * Disconnects all clients, as a database with connections cannot be cloned. Those of Citus end with
 * the setting.
 */
const closeToConnections = (adminUrl: string): Promise<void> =>
  withClient(adminUrl, async (client) => {
    await client.query(`ALTER DATABASE ${templateName} WITH ALLOW_CONNECTIONS false`);
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
      [templateName],
    );
  });

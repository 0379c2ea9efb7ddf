import path from "node:path";
import type { Client } from "pg";
import { atFileEnd } from "../at-file-end";
import { type Describe, describeWhere } from "../describe-where";
import { waitFor } from "../wait-for";
import {
  type CitusCluster,
  installedCitus,
  makeDistributedDatabase,
  startCitusCluster,
  withClient,
} from "./citus-cluster";

/** `describe` if a PostgreSQL with Citus is installed. Otherwise the tests are skipped. */
export const describeWithCitus: Describe = describeWhere(
  installedCitus !== undefined,
  "no PostgreSQL with Citus is installed",
);

const name = "shard_1";
const migrations = path.resolve(__dirname, "../../../../prisma/migrations");

let started: Promise<CitusCluster> | undefined;
let databases = 0;

async function startCluster(): Promise<CitusCluster> {
  const cluster = await startCitusCluster({ "citus.recover_2pc_interval": "1s" });
  atFileEnd("the cluster of Citus", () => {
    started = undefined;
    return cluster.stop();
  });
  return cluster;
}

/** Creates a database with a migrated, empty shard. The cluster stops after the test file. */
export async function startShard() {
  started ??= startCluster();
  const cluster = await started;
  const database = `polls_${++databases}`;
  await makeDistributedDatabase(cluster, database, migrations, [name]);
  const coordinatorUrl = cluster.coordinator.url(database);
  const portOfShard = (): Promise<number> =>
    withClient(coordinatorUrl, async (client) => {
      const { rows } = await client.query<{ port: number }>(
        "SELECT DISTINCT nodeport AS port FROM citus_shards WHERE table_name = $1::regclass",
        [`${name}.polls`],
      );
      const [row] = rows;
      if (row === undefined) throw new Error("the shard is on no node");
      return row.port;
    });
  const crash = async () => cluster.crash(await portOfShard());
  const url = new URL(coordinatorUrl);
  url.searchParams.set("schema", name);
  return {
    /** The URL of the coordinator, with the shard as the schema. */
    url: url.toString(),
    /** Crashes the node of the shard, and restarts it. */
    crash,
    /** The same while the node has transactions that are prepared and not yet committed. */
    crashInCommits: () => withHeldCommits(coordinatorUrl, crash),
    crashCoordinator: () => cluster.crash(cluster.coordinator.port),
    /** Moves the shard to the other node while it is in use. */
    async move() {
      const port = await portOfShard();
      const other = cluster.workers.find((worker) => worker.port !== port);
      await withClient(coordinatorUrl, async (client) => {
        await removeLeftovers(client);
        await client.query("SELECT citus_schema_move($1::regnamespace, $2::text, $3::int)", [
          ...[name, "127.0.0.1", other?.port],
        ]);
      });
    },
  };
}

/** Removes the tables that the last move left on its node. Citus needs their locks for it, and gives up after a second. */
const removeLeftovers = (client: Client): Promise<unknown> =>
  waitFor(
    async () => {
      await client.query("CALL citus_cleanup_orphaned_resources()");
      return (await client.query("SELECT FROM pg_dist_cleanup")).rowCount === 0;
    },
    { what: "a node without leftovers of the last move" },
  );

/** Runs work while commits wait for a standby that does not exist, after their nodes have prepared them. */
const withHeldCommits = (url: string, work: () => Promise<void>): Promise<void> =>
  withClient(url, async (client) => {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = 'nowhere'");
    await client.query("SELECT pg_reload_conf()");
    try {
      await waitFor(
        async () => {
          const { rowCount } = await client.query(
            `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'
               AND datname = current_database() AND backend_type = 'client backend'`,
          );
          return (rowCount ?? 0) > 0;
        },
        { what: "a commit that waits" },
      );
      await work();
    } finally {
      await client.query("ALTER SYSTEM RESET synchronous_standby_names");
      await client.query("SELECT pg_reload_conf()");
    }
  });

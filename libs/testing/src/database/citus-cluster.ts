import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { migrate } from "@polls/db/migrations";
import { createShard, distributeCommonTables } from "@polls/db/shards";
import { type RunningPostgres, startPostgres } from "@polls/devstack";
import { Client } from "pg";

const home = "/usr/lib/postgresql";

/** The newest installed PostgreSQL with Citus. Undefined if there is none. */
export const installedCitus: string | undefined = (fs.existsSync(home) ? fs.readdirSync(home) : [])
  .sort((one, other) => Number(other) - Number(one))
  .map((version) => path.join(home, version))
  .find((dir) => fs.existsSync(path.join(dir, "lib/citus.so")));

const migrationsDir = path.resolve(__dirname, "../../../../prisma/migrations");

const settings = {
  shared_preload_libraries: "citus",
  "citus.node_conninfo": "sslmode=disable",
  "citus.enable_unsafe_triggers": "on",
  // A statement for more than one shard fails.
  "citus.multi_task_query_log_level": "error",
  wal_level: "logical",
  max_connections: 400,
  max_prepared_transactions: 200,
  max_worker_processes: 64,
  max_wal_size: "1GB",
  checkpoint_timeout: "1h",
  autovacuum: "off",
};

export type CitusCluster = Awaited<ReturnType<typeof startCitusCluster>>;

/** A coordinator and two workers without databases. Throws if Citus is not installed. */
export async function startCitusCluster(more: Readonly<Record<string, string | number>> = {}) {
  if (installedCitus === undefined) throw new Error("no Citus is installed");
  const options = {
    installed: installedCitus,
    settings: { ...settings, ...more },
    durable: false,
  };
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), "polls-citus-"));
  // The servers run under a separate account.
  fs.chmodSync(parent, 0o755);
  const start = (name: string) => startPostgres({ ...options, dir: path.join(parent, name) });
  const servers = [await start("coordinator"), await start("one"), await start("other")];
  const [coordinator, ...workers] = servers as [RunningPostgres, RunningPostgres, RunningPostgres];
  return {
    coordinator,
    workers,
    /** Crashes the server with that port, and restarts it on the same data. */
    crash: async (port: number) => {
      const at = servers.findIndex((server) => server.port === port);
      const server = servers[at];
      if (server === undefined) throw new Error(`no server has port ${port}`);
      await server.stop("immediate");
      servers[at] = await startPostgres({ ...options, dir: server.dir, port });
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop("immediate")));
      fs.rmSync(parent, { recursive: true, force: true });
    },
  };
}

async function makeDatabase(
  { coordinator, workers }: Pick<CitusCluster, "coordinator" | "workers">,
  name: string,
  migrations: string,
): Promise<void> {
  await coordinator.ensureDatabase(name);
  await migrate(coordinator.url(name), migrations);
  for (const server of [coordinator, ...workers]) {
    await server.ensureDatabase(name);
    await withClient(server.url(name), (client) => client.query("CREATE EXTENSION citus"));
  }
}

/** A database on all nodes, distributed: each empty shard is on one worker. */
export async function makeDistributedDatabase(
  { coordinator, workers }: CitusCluster,
  name: string,
  migrations: string,
  shards: readonly string[],
): Promise<void> {
  await makeDatabase({ coordinator, workers }, name, migrations);
  await withClient(coordinator.url(name), async (client) => {
    await client.query("SELECT citus_set_coordinator_host('127.0.0.1', $1)", [coordinator.port]);
    for (const { port } of workers) {
      await client.query("SELECT citus_add_node('127.0.0.1', $1)", [port]);
    }
    await distributeCommonTables(client);
    for (const shard of shards) await createShard(client, shard);
  });
}

export type CitusDatabase = Awaited<ReturnType<typeof startCitusDatabase>>;

export async function startCitusDatabase() {
  const { coordinator, workers, stop } = await startCitusCluster();
  const name = "polls";
  await makeDatabase({ coordinator, workers }, name, migrationsDir);
  const named = ({ port }: RunningPostgres) => `127.0.0.1:${port}`;
  return {
    url: coordinator.url(name),
    /** The names of the nodes for `distribute`. */
    coordinator: named(coordinator),
    nodes: workers.map(named),
    stop,
  };
}

/** Runs work on a separate connection. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

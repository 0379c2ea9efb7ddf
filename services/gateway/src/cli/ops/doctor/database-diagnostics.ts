import {
  type Db,
  isSchemaMissing,
  readServerFacts,
  type ServerFacts,
  tryWriting,
  type UnsuitableSetting,
  unsuitableSettings,
} from "@polls/db/connection";
import { type MigrationState, readMigrationState } from "@polls/db/migrations";
import { outboxOfShards } from "@polls/db/outbox";
import {
  type Diagnostic,
  type Finding,
  failed,
  ok,
  databaseRemedy as remedy,
  warning,
} from "@polls/runtime";
import { migrationsDir } from "../../command/migrations-dir";
import { withShards } from "../../command/with-shards";
import { countText } from "../table";

const OLDEST_SERVER = 15;
const VERSIONS = 10_000;
const LATE_SECONDS = 300;

export const databaseDiagnostics = (db: Db): readonly Diagnostic[] => [
  { name: "server", remedy, run: async () => findingOfServer(await readServerFacts(db)) },
  {
    name: "session settings",
    remedy,
    run: async () => findingOfSettings(await unsuitableSettings(db)),
  },
  {
    name: "writing",
    run: async () =>
      (await tryWriting(db.pipelined))
        ? ok("a transaction that writes a megabyte works")
        : ok("not tried, because the role may not create temporary tables"),
    remedy:
      "look at the server; if its disk is full or read-only, free space or make it writable: until then no data can be stored",
  },
  {
    name: "migrations",
    remedy,
    run: async () => findingOfMigrations(await readMigrationState(db, migrationsDir)),
  },
  {
    name: "jobs",
    remedy,
    async run() {
      const figures = await withShards(db, (shards) => outboxOfShards(shards).figures()).catch(
        (error: unknown) => {
          if (isSchemaMissing(error)) return undefined;
          throw error;
        },
      );
      if (figures === undefined) {
        return failed(
          "they cannot be counted until all migrations are applied",
          "run npm run db:migrate",
        );
      }
      const { pending, oldestAgeSeconds, dead } = figures;
      const waiting = `${countText(pending)} wait, the oldest for ${Math.round(oldestAgeSeconds)} s`;
      if (dead > 0) {
        return warning(
          `${countText(dead)} were given up; ${waiting}`,
          "look at them with npm run ops -- outbox list",
        );
      }
      if (oldestAgeSeconds < LATE_SECONDS) return ok(waiting);
      return warning(waiting, "look at the workers and the queue: npm run ops -- queues");
    },
  },
];

/** Compares with what the processes that responded may open. */
export const connectionsDiagnostic = (db: Db, needed: number): Diagnostic => ({
  name: "connections",
  remedy,
  run: async () => findingOfConnections(needed, await readServerFacts(db)),
});

export function findingOfServer({ version, versionNumber, durable }: ServerFacts): Finding {
  const server = `PostgreSQL ${version}`;
  if (versionNumber < OLDEST_SERVER * VERSIONS) {
    return failed(`${server} is too old`, `use PostgreSQL ${OLDEST_SERVER} or later`);
  }
  if (durable) return ok(server);
  return warning(
    `${server} may lose votes in a crash, as fsync, full_page_writes or synchronous_commit is off`,
    "switch them on",
  );
}

export function findingOfSettings(unsuitable: readonly UnsuitableSetting[]): Finding {
  if (unsuitable.length === 0) return ok("as the service needs them");
  return failed(
    unsuitable.map(({ name, value, wanted }) => `${name} is ${value}, not ${wanted}`).join("; "),
    `ALTER DATABASE … SET ${unsuitable.map(({ name, wanted }) => `${name} = '${wanted}'`).join(", ")}, and restart the pooler`,
  );
}

export function findingOfMigrations({
  applied,
  missing,
  failed: broken,
  changed,
  unknown,
}: MigrationState): Finding {
  if (broken.length > 0) {
    return failed(
      `${broken.join(", ")} failed`,
      "see why in _prisma_migrations, and run npm run db:migrate -- resume",
    );
  }
  if (missing.length > 0) {
    return failed(
      `not all of this release are applied: ${missing.join(", ")} missing`,
      "run npm run db:migrate",
    );
  }
  if (changed.length > 0) {
    return failed(`${changed.join(", ")} changed after it was applied`, "restore the file");
  }
  if (unknown.length > 0) {
    return warning(
      `all of this release are applied, and ${unknown.length} of a newer release`,
      "run the command of the newer release",
    );
  }
  return ok(`all ${applied.length} are applied`);
}

/** Above this share, one more process may get no connection. */
const NEARLY_ALL = 0.9;

/** Compares the connections that the processes may open with the lowest limit of them. */
export function findingOfConnections(
  needed: number,
  limits: Pick<ServerFacts, "connections" | "databaseLimit" | "roleLimit">,
): Finding {
  const all = [
    { of: "", limit: limits.connections, raise: "raise max_connections" },
    {
      of: " of the database",
      limit: limits.databaseLimit,
      raise: "ALTER DATABASE … CONNECTION LIMIT",
    },
    { of: " of the role", limit: limits.roleLimit, raise: "ALTER ROLE … CONNECTION LIMIT" },
  ];
  const { of, limit, raise } = all.reduce((least, each) =>
    (each.limit ?? Number.POSITIVE_INFINITY) < (least.limit ?? Number.POSITIVE_INFINITY)
      ? each
      : least,
  );
  return compare(needed, limit ?? limits.connections, {
    found: `the processes may open ${needed} of ${limit} connections${of}`,
    failed: `${raise}, or lower DATABASE_CONNECTIONS and concurrencies`,
    nearly: `${raise} before you start more processes`,
  });
}

/** The same comparison for the gateways and their read replica. */
export const findingOfReplicaConnections = (needed: number, connections: number): Finding =>
  compare(needed, connections, {
    found: `the gateways may open ${needed} of ${connections} connections of the replica`,
    failed: "raise max_connections of the replica, or lower DATABASE_REPLICA_CONNECTIONS",
    nearly: "raise max_connections of the replica before you start more gateways",
  });

function compare(
  needed: number,
  connections: number,
  say: { readonly found: string; readonly failed: string; readonly nearly: string },
): Finding {
  if (needed > connections) return failed(say.found, say.failed);
  if (needed <= connections * NEARLY_ALL) return ok(say.found);
  return warning(say.found, say.nearly);
}

import path from "node:path";
import {
  type Db,
  isSchemaMissing,
  type MigrationState,
  outboxStore,
  readMigrationState,
  readServerFacts,
  type ServerFacts,
} from "@polls/db";
import { type Diagnostic, type Finding, failed, ok, warning } from "@polls/runtime";

const OLDEST_SERVER = 15;
const VERSIONS = 10_000;
const LATE_SECONDS = 300;
const migrationsDir = path.join(__dirname, "../../../../../../prisma/migrations");

const remedy = "look at the server and at DATABASE_URL";

/** What the command finds of the database by itself. */
export const databaseDiagnostics = (db: Db): readonly Diagnostic[] => [
  { name: "server", remedy, run: async () => findingOfServer(await readServerFacts(db)) },
  {
    ...{ name: "migrations", remedy },
    run: async () => findingOfMigrations(await readMigrationState(db, migrationsDir)),
  },
  {
    ...{ name: "jobs", remedy },
    async run() {
      const figures = await outboxStore(db)
        .figures()
        .catch((error: unknown) => {
          if (isSchemaMissing(error)) return undefined;
          throw error;
        });
      if (figures === undefined) {
        return failed("they cannot be counted without all migrations", "run npm run db:migrate");
      }
      const { pending, oldestAgeSeconds, dead } = figures;
      const waiting = `${pending} wait, the oldest for ${Math.round(oldestAgeSeconds)} s`;
      if (dead > 0) {
        return warning(
          `${dead} were given up; ${waiting}`,
          "look at them with npm run ops -- outbox list",
        );
      }
      if (oldestAgeSeconds < LATE_SECONDS) return ok(waiting);
      return warning(waiting, "look at the workers and the queue: npm run ops -- queues");
    },
  },
];

/** Whether the server gives the processes what they need, as far as they answered. */
export const connectionsDiagnostic = (db: Db, needed: number): Diagnostic => ({
  ...{ name: "connections", remedy },
  run: async () => findingOfConnections(needed, await readServerFacts(db)),
});

/** What an operator is told of the server of the database. */
export function findingOfServer({ version, versionNumber, durable }: ServerFacts): Finding {
  const server = `PostgreSQL ${version}`;
  if (versionNumber < OLDEST_SERVER * VERSIONS) {
    return failed(`${server} is too old`, `use PostgreSQL ${OLDEST_SERVER} or later`);
  }
  if (durable) return ok(server);
  return warning(
    `${server} may lose votes in a crash, as fsync or full_page_writes is off`,
    "switch both on",
  );
}

/** What an operator is told of the migrations. */
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
      `${missing.length} of this release are not applied: ${missing.join(", ")}`,
      "run npm run db:migrate",
    );
  }
  if (changed.length > 0) {
    return failed(`${changed.join(", ")} changed after it was applied`, "restore the file");
  }
  if (unknown.length > 0) {
    return warning(
      `all of this release are applied, and ${unknown.length} of another one`,
      "run the command of the newer release",
    );
  }
  return ok(`all ${applied.length} are applied`);
}

/** Above this share, one more process may find no connection. */
const NEARLY_ALL = 0.9;

/** Compares what the processes may open with what the server gives. */
export function findingOfConnections(
  needed: number,
  { connections }: Pick<ServerFacts, "connections">,
): Finding {
  const found = `the processes open up to ${needed} of ${connections} connections`;
  if (needed > connections) {
    return failed(found, "raise max_connections, or lower DATABASE_CONNECTIONS and concurrencies");
  }
  if (needed <= connections * NEARLY_ALL) return ok(found);
  return warning(found, "raise max_connections before you start more processes");
}

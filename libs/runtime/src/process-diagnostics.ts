import type { DatabaseWatch } from "@polls/db/connection";
import { type QueueBackend, type QueueServer, readQueueServer } from "@polls/jobs";
import { type Diagnostic, type Finding, failed, ok, warning } from "./diagnostics";
import { describeLead } from "./process-checks";

export interface DiagnosedConfig {
  readonly production: boolean;
  readonly unsafeSettings: readonly string[];
}

/** What to do when the database does not answer. */
export const databaseRemedy =
  "look at the server and at DATABASE_URL, and at the load of the server and of this machine";

/** The settings of a process, and its connections to the database and the queue. */
export const processDiagnostics = (
  watch: Pick<DatabaseWatch, "answers" | "clockLeadMs">,
  backend: QueueBackend,
  { production, unsafeSettings }: DiagnosedConfig,
): readonly Diagnostic[] => [
  {
    name: "settings",
    run: async () => {
      if (unsafeSettings.length > 0) {
        return warning(unsafeSettings.join("; "), "set values of your own before others use it");
      }
      if (production) return ok("for production, no default secrets");
      return warning(
        "not for production, no default secrets",
        "set NODE_ENV=production unless this is a trial",
      );
    },
  },
  {
    name: "database link",
    run: async () =>
      watch.answers()
        ? ok("the database answers")
        : failed("the database does not answer", databaseRemedy),
  },
  {
    name: "clock",
    run: async () => {
      const lead = describeLead(watch.clockLeadMs());
      return lead === undefined
        ? ok("within a second of the database")
        : warning(lead, "synchronize the clock of the machine");
    },
  },
  {
    name: "queue",
    run: async () => findingOfQueue(await readQueueServer(backend)),
    remedy: "look at Redis and at REDIS_URL; jobs are kept in the outbox meanwhile",
  },
];

const MB = 1_000_000;

/** The finding about the server of the queues, for operators. */
export function findingOfQueue(server: QueueServer): Finding {
  if (server.kind === "postgres") {
    return ok("the queues are in PostgreSQL, as REDIS_URL is not set");
  }
  const { version, usedBytes, maxBytes, problems } = server;
  const limit = maxBytes === 0 ? "no limit" : `${Math.round(maxBytes / MB)} MB`;
  const facts = `Redis ${version}, ${Math.ceil(usedBytes / MB)} MB of ${limit}`;
  if (problems.length === 0) return ok(`${facts}, keeps all jobs`);
  return failed(
    `${facts}: ${problems.join("; ")}`,
    "correct the settings of Redis, and give it memory",
  );
}

import type { Client } from "pg";
import { waitFor } from "../wait-for";

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

import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

/** Facts about a PostgreSQL server. */
export interface ServerFacts {
  /** Such as `17.2`. */
  readonly version: string;
  /** Such as 170002. */
  readonly versionNumber: number;
  /** The connections that are not kept for administrators. */
  readonly connections: number;
  /** Whether committed data survives a crash. */
  readonly durable: boolean;
}

/** The number of connections that a server allows, without those reserved for administrators. */
export const allowedConnections = `(current_setting('max_connections')::int
  - current_setting('superuser_reserved_connections')::int
  - coalesce(current_setting('reserved_connections', true), '0')::int)`;

const serverFactsSql = query<ServerFacts>(
  "server-facts",
  `SELECT current_setting('server_version') AS version,
     current_setting('server_version_num')::int AS version_number,
     ${allowedConnections} AS connections,
     current_setting('fsync')::bool AND current_setting('full_page_writes')::bool
       AND current_setting('synchronous_commit') <> 'off' AS durable`,
);

/** Reads facts about the server of a database. */
export async function readServerFacts(queryable: Queryable): Promise<ServerFacts> {
  const { rows } = await queryable.run(serverFactsSql());
  const [facts] = rows;
  if (facts === undefined) throw new Error("the server says nothing about itself");
  return facts;
}

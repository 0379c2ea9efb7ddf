import { oneRow, type Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

export interface ServerFacts {
  /** Such as `17.2`. */
  readonly version: string;
  /** Such as 170002. */
  readonly versionNumber: number;
  /** The connections that are not kept for administrators. */
  readonly connections: number;
  /** The limit of this database, of which superusers are free. */
  readonly databaseLimit: number | null;
  /** The limit of the role, of which superusers are free. */
  readonly roleLimit: number | null;
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
     CASE WHEN rolsuper THEN NULL ELSE nullif(datconnlimit, -1) END AS database_limit,
     CASE WHEN rolsuper THEN NULL ELSE nullif(rolconnlimit, -1) END AS role_limit,
     current_setting('fsync')::bool AND current_setting('full_page_writes')::bool
       AND current_setting('synchronous_commit') <> 'off' AS durable
   FROM pg_database, pg_roles
   WHERE datname = current_database() AND rolname = session_user`,
);

/** Reads facts about the server of a database. */
export const readServerFacts = (queryable: Queryable) => oneRow(queryable, serverFactsSql());

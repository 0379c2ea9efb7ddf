import { Client, escapeIdentifier } from "pg";
import { splitSchema } from "./server-url";
import { sessionSettings, startupOptions } from "./session-settings";

/**
 * Opens a connection without time limits, for an operator's command. Rejects if the server does not answer within ten
 * seconds.
 */
export async function openOperatorSession(databaseUrl: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString: splitSchema(databaseUrl).serverUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: name,
    options: startupOptions(sessionSettings),
  });
  // If the connection breaks, the running statement fails with the error.
  client.on("error", () => undefined);
  await client.connect();
  // The server or the role may have limits.
  await client.query(
    `SELECT set_config(name, '0', false)
     FROM unnest(ARRAY['statement_timeout', 'idle_in_transaction_session_timeout']) AS name`,
  );
  return client;
}

/** A table of the service, and its columns in their order. */
export interface ServiceTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of the service, without the records of migrations. */
export async function serviceTables(client: Client): Promise<readonly ServiceTable[]> {
  const { rows } = await client.query<ServiceTable>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'
     GROUP BY relname ORDER BY relname`,
  );
  return rows;
}

/** The tables that have a row. */
export async function withRows(
  client: Client,
  tables: readonly ServiceTable[],
): Promise<readonly ServiceTable[]> {
  const filled: ServiceTable[] = [];
  for (const table of tables) {
    const { rows } = await client.query(
      `SELECT FROM public.${escapeIdentifier(table.name)} LIMIT 1`,
    );
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

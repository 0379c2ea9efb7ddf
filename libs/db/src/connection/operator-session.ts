import { Client } from "pg";
import { splitSchema } from "./server-url";
import { sessionSettings, startupOptions } from "./session-settings";

/**
 * Opens one connection for an operator's command. Its statements and transactions have no time limit. Rejects if the
 * server does not answer within ten seconds.
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

/** The major version of the server, such as 17. */
export async function serverMajor(client: Client): Promise<number> {
  const { rows } = await client.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  );
  return rows[0]?.major ?? 0;
}

/** The exact number of rows of each table of the service. */
export async function countRows(client: Client): Promise<Readonly<Record<string, number>>> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await client.query<{ count: string }>(
      `SELECT count(*) FROM public.${client.escapeIdentifier(name)}`,
    );
    counts[name] = Number(counted[0]?.count);
  }
  return counts;
}

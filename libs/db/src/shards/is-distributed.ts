import type { ClientBase } from "pg";

/** Whether Citus distributes the database. */
export async function isDistributed(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return rowCount === 1;
}

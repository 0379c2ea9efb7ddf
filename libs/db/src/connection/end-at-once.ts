import type { Client, PoolClient } from "pg";

/** Ends a connection without notifying the server. Pending statements fail with the error. */
export function endAtOnce(client: Client | PoolClient, error: Error): void {
  const { connection } = client as unknown as {
    readonly connection: { readonly stream: { destroy(error: Error): void } };
  };
  connection.stream.destroy(error);
}

/** The error of statements that wait for a silent database. */
export const silent = (): Error => new Error("Connection terminated: the database is silent");

import type { Client, PoolClient } from "pg";

/** Ends a connection without a word to the server: statements on their way fail with the error. */
export function endAtOnce(client: Client | PoolClient, error: Error): void {
  const { connection } = client as unknown as {
    readonly connection: { readonly stream: { destroy(error: Error): void } };
  };
  connection.stream.destroy(error);
}

/** The error of statements that wait for a database which says nothing. */
export const silent = (): Error => new Error("Connection terminated: the database is silent");

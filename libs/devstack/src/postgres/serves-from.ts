import fs from "node:fs";
import { Client } from "pg";
import { password } from "./cluster";

/** Whether the server on a port answers and uses the files of a directory. */
export async function servesFrom(data: string, port: number): Promise<boolean> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: "postgres",
    password,
    database: "postgres",
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    const [row] = rows;
    return row !== undefined && fs.realpathSync(row.data_directory) === fs.realpathSync(data);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

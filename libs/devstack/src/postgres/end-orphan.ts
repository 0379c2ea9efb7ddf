import fs from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { isAlive, waitUntilGone } from "../process/run-process";
import { UserError } from "../user-error";
import { password } from "./cluster";

const leaveDeadlineMs = 20_000;

/**
 * Ends a server of a killed process. It must confirm that it uses these files, as another program
 * may have its process id now. Throws `UserError` if it does not end.
 */
export async function endOrphan(data: string): Promise<void> {
  const pidFile = path.join(data, "postmaster.pid");
  if (!fs.existsSync(pidFile)) return;
  const [pidLine, , , portLine] = fs.readFileSync(pidFile, "utf8").split("\n");
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (!isServer(pid)) {
    // Another program has the process id now. PostgreSQL would take it for a running server.
    fs.rmSync(pidFile);
    return;
  }
  if (await servesFrom(data, Number(portLine))) process.kill(pid, "SIGINT");
  // A server that does not answer is usually ending.
  if (!(await waitUntilGone(pid, leaveDeadlineMs))) {
    throw new UserError(`Another PostgreSQL (process ${pid}) works on ${data} and does not end.`);
  }
}

/** Whether the process is a PostgreSQL server, as far as the system shows it. */
function isServer(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    return isAlive(pid);
  }
}

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

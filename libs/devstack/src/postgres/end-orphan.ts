import fs from "node:fs";
import path from "node:path";
import { isAlive, waitUntilGone } from "../process/run-process";
import { Trouble } from "../trouble";
import { servesFrom } from "./serves-from";

const leaveDeadlineMs = 20_000;

/**
 * Ends a server that a killed process left running on the same files. Its process id may belong to
 * another program now, so the server must confirm that these are its files. Throws `Trouble` when it
 * does not end.
 */
export async function endOrphan(data: string): Promise<void> {
  const pidFile = path.join(data, "postmaster.pid");
  if (!fs.existsSync(pidFile)) return;
  const [pidLine, , , portLine] = fs.readFileSync(pidFile, "utf8").split("\n");
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (!isServer(pid)) {
    // The process id belongs to another program now: PostgreSQL itself would take it for a server.
    fs.rmSync(pidFile);
    return;
  }
  if (await servesFrom(data, Number(portLine))) process.kill(pid, "SIGINT");
  // A server that does not answer is usually ending already.
  if (!(await waitUntilGone(pid, leaveDeadlineMs))) {
    throw new Trouble(`Another PostgreSQL (process ${pid}) works on ${data} and does not end.`);
  }
}

/** Whether the process is a PostgreSQL, as far as the system tells. */
function isServer(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    return isAlive(pid);
  }
}

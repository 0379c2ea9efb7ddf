import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";

/** Those of the user, and those with one of the places in command, environment or directory. */
export const processesOf = ({ uid, places }) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        return isOf(pid, { uid, places }) ? [{ pid: Number(pid), command: commandOf(pid) }] : [];
      } catch {
        // It has ended, or belongs to another user.
        return [];
      }
    });

const read = (pid, name) => readFileSync(`/proc/${pid}/${name}`, "utf8");

const commandOf = (pid) => read(pid, "cmdline").replaceAll("\0", " ").trim();

function isOf(pid, { uid, places }) {
  // What has ended, and was not waited for yet, is no process any more.
  if (/^State:\s+[ZX]/m.test(read(pid, "status"))) return false;
  if (uid !== undefined && statSync(`/proc/${pid}`).uid === uid) return true;
  const traces = [read(pid, "cmdline"), read(pid, "environ"), readlinkSync(`/proc/${pid}/cwd`)];
  return places.some((place) => traces.some((trace) => trace.includes(place)));
}

// Processor time of PostgreSQL as a whole, and of the machine (proc(5), stat).
import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

function timesOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const [own, ended] = [fields[11] + fields[12], fields[13] + fields[14]];
    return { parent: fields[1], own, ended };
  } catch {
    // The process has ended since the directory was read; its times are added to its parent's.
    return undefined;
  }
}

/** CPU seconds of a process. 0 if it has ended. */
export const ownSeconds = (pid) => (timesOf(pid)?.own ?? 0) / TICKS_A_SECOND;

/** CPU seconds of all processes of a server with one process per connection, including ended ones. */
export function serverSeconds(pid) {
  const { own, ended } = timesOf(pid);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, times) => sum + times.own, own + ended) / TICKS_A_SECOND;
}

/** Seconds that all CPUs of this machine were busy, including time taken by a hypervisor. */
export function busySeconds() {
  const [, ...fields] = readFileSync("/proc/stat", "utf8").split("\n")[0].split(/\s+/);
  const [user, nice, system, , , irq, softirq, steal] = fields.map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_A_SECOND;
}

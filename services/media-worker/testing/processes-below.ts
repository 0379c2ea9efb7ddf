import { readdir, readFile, readlink } from "node:fs/promises";

/**
 * The ids of processes whose working directory is this one or below it, even if it was deleted,
 * without their children. Empty without /proc.
 */
export async function processesBelow(directory: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const pid of (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const its = await readlink(`/proc/${pid}/cwd`).catch(() => "");
    if (its.startsWith(directory) && (await leadsItsGroup(pid))) found.push(Number(pid));
  }
  return found;
}

async function leadsItsGroup(pid: string): Promise<boolean> {
  const facts = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  // The name may contain anything. State, parent and group follow it.
  const [, , group] = facts.slice(facts.lastIndexOf(")") + 2).split(" ");
  return group === pid;
}

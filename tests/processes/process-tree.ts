import fs from "node:fs";

/** A process of this machine, as /proc shows it. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Distinguishes it from a later process with its id. */
  readonly startedAt: string;
  readonly command: string;
  readonly environment: string;
}

/** Reads a process. Undefined if it has ended. */
function readProcess(pid: number): Process | undefined {
  try {
    const read = (name: string) => fs.readFileSync(`/proc/${pid}/${name}`, "utf8");
    const stat = read("stat");
    const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return undefined;
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      startedAt: rest[16] ?? "",
      command: read("cmdline").replaceAll("\0", " "),
      environment: read("environ"),
    };
  } catch {
    return undefined;
  }
}

const all = (): readonly Process[] =>
  fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((found) => found !== undefined);

/** Those with the mark in their environment, what they started, and their groups. */
export function processesOf(mark: string): readonly Process[] {
  const processes = all();
  const found = new Set(processes.filter(({ environment }) => environment.includes(mark)));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    const pids = new Set([...found].map(({ pid }) => pid));
    const groups = new Set([...found].map(({ group }) => group));
    for (const each of processes) {
      if (pids.has(each.parent) || groups.has(each.group)) found.add(each);
    }
  }
  return [...found];
}

export const stillRuns = ({ pid, startedAt }: Process): boolean =>
  readProcess(pid)?.startedAt === startedAt;

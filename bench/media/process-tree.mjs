// Memory of a process and all its children; shared pages count once.
import { readdirSync, readFileSync } from "node:fs";

const lookEveryMs = 10;
const MB = 1024;

const processes = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const stat = read(`/proc/${name}/stat`);
      return { pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]) };
    });

/** The text of a file; empty when its process has ended. */
export function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** A process and all that it started, by their ids. */
export function tree(root) {
  const others = processes();
  const all = [root];
  for (const one of all) {
    all.push(...others.filter(({ parent }) => parent === one).map(({ pid }) => pid));
  }
  return all;
}

/** The memory of a process in kB. */
export const kilobytes = (pid) =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

/** Samples a process and its children until `stop`. Gives the maximum in MB. */
export function watchMemory(pid) {
  let most = 0;
  let looks = 0;
  const look = () => {
    looks += 1;
    const taken = tree(pid).map(kilobytes);
    most = Math.max(
      most,
      taken.reduce((sum, one) => sum + one, 0),
    );
  };
  look();
  const clock = setInterval(look, lookEveryMs);
  return {
    stop() {
      clearInterval(clock);
      return { mostMb: Math.ceil(most / MB), looks };
    },
  };
}

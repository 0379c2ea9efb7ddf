import { setTimeout as pause } from "node:timers/promises";
import { slope } from "../memory/slope.mjs";

const COLLECTIONS = 5;
const figures = {
  heapMb: "nodejs_heap_size_used_bytes",
  externalMb: "nodejs_external_memory_bytes",
  residentMb: "process_resident_memory_bytes",
};

/** The memory of a gateway in MB: the minimum of several measurements, each after a garbage collection. */
export async function memoryOf({ pid, metricsUrl }) {
  const looks = [];
  for (let n = 0; n < COLLECTIONS; n++) {
    process.kill(pid, "SIGUSR2");
    await pause(400);
    const text = await (await fetch(metricsUrl)).text();
    const read = (name) =>
      Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1]) / 2 ** 20;
    looks.push(Object.fromEntries(Object.entries(figures).map(([key, name]) => [key, read(name)])));
  }
  const least = (key) => Number(Math.min(...looks.map((look) => look[key])).toFixed(2));
  return Object.fromEntries(Object.keys(figures).map((key) => [key, least(key)]));
}

/** The memory of a stream in KB: the median slope between any two numbers of streams. */
export function slopesOf(points) {
  const kb = (mbOf) => {
    const line = points.map((point) => ({ at: point.streams, value: mbOf(point) * 1_024 }));
    return Number(slope(line, 1).median.toFixed(1));
  };
  return {
    heapAndExternal: kb(({ heapMb, externalMb }) => heapMb + externalMb),
    resident: kb(({ residentMb }) => residentMb),
  };
}

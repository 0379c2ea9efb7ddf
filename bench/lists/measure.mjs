import { readdirSync, readFileSync } from "node:fs";
import { median } from "../report.mjs";

const part = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const round = (number, digits = 1) => Number(number.toFixed(digits));

/**
 * Requests an address `count` times, one after the other, but begins none after `mostMs`. Gives the
 * milliseconds of each answer.
 */
export async function timesOf({ url, headers, check, before }, count, mostMs = Infinity) {
  const times = [];
  const endsAt = performance.now() + mostMs;
  for (let n = 0; n < count && (n === 0 || performance.now() < endsAt); n++) {
    await before?.();
    const began = performance.now();
    const response = await fetch(url, { headers });
    const body = await response.text();
    times.push(performance.now() - began);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${body.slice(0, 300)}`);
    if (n === 0) check?.(JSON.parse(body), response);
  }
  return times;
}

/** Medians of the p50 and p99 of the rounds, and the slowest of all answers. */
export function summary(rounds) {
  const sorted = rounds.map((times) => [...times].sort((a, b) => a - b));
  return {
    p50: round(median(sorted.map((times) => part(times, 0.5)))),
    p99: round(median(sorted.map((times) => part(times, 0.99)))),
    max: round(Math.max(...sorted.map((times) => times.at(-1)))),
  };
}

export const residentMb = (pid) =>
  Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
  );

/** Processor seconds of a process, or of one thread of it (proc(5), stat). */
export function processorSeconds(pid, thread) {
  const of = thread === undefined ? pid : `${pid}/task/${thread}`;
  const fields = readFileSync(`/proc/${of}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Processor seconds of all running threads of a process, to the microsecond (sched-stats). */
export const threadSeconds = (pid) =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) =>
      sum +
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e9,
    0,
  );

import { setTimeout as pause } from "node:timers/promises";

export const quantile = (numbers, part) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
};

const deadlineMs = 120_000;

export async function until(holds, what) {
  const end = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${deadlineMs} ms`);
    await pause(5);
  }
}

/** Jobs a second from the call of `release` to `ended`. */
export async function drain(jobs, release, ended) {
  const start = performance.now();
  await release();
  await ended();
  return (1_000 * jobs) / (performance.now() - start);
}

/** Sends jobs at random moments. Gives the milliseconds from sending each job to its start. */
export async function latencies({ jobs, perSecond, consumer, sendOne }) {
  const { ran } = await consumer.expect(jobs);
  const sent = new Map();
  const sending = [];
  for (let number = 1; number <= jobs; number++) {
    sending.push(sendOne(number).then((at) => sent.set(number, at)));
    await pause((-Math.log(1 - Math.random()) * 1_000) / perSecond);
  }
  await Promise.all(sending);
  await ran;
  const began = await consumer.began();
  return [...sent].map(([number, at]) => Math.max(0, began.get(number) - at));
}

import type { Queue } from "bullmq";

/** The jobs of a queue. */
export interface QueueFigures {
  /** By the states of BullMQ: a job is in one of them. */
  readonly jobs: Readonly<Record<QueueState, number>>;
  /** Since the oldest job that has not ended came into the queue; 0 where there is none. */
  readonly oldestAgeSeconds: number;
}

const queueStates = [
  "waiting",
  "prioritized",
  "active",
  "delayed",
  "waiting-children",
  "failed",
  "completed",
] as const;
type QueueState = (typeof queueStates)[number];

/** Sorted by time: the oldest is at an end. */
const lists = ["wait", "waiting-children"] as const;
/** Sorted by priority, by the next attempt, by the start: the oldest is anywhere. */
const sets = ["prioritized", "delayed", "active"] as const;
/** Of a longer set the jobs at both ends are looked at. The oldest of all may then be older than the answer. */
const SET_END = 2_000;

/** Counts the jobs of a queue and finds the oldest one that has not ended, for any length of the queue. */
export async function readQueueFigures(queue: Queue): Promise<QueueFigures> {
  const [counts, atEnds, ...inSets] = await Promise.all([
    queue.getJobCounts(...queueStates),
    queue.getRanges([...lists], 0, 0, true),
    queue.getRanges([...sets], 0, SET_END - 1, true),
    queue.getRanges([...sets], 0, SET_END - 1, false),
  ]);
  const candidates = [...new Set([...atEnds, ...firstOfEachTry(inSets.flat())])];
  const jobs = await Promise.all(candidates.map((id) => queue.getJob(id)));
  const since = jobs.flatMap((job) => (job === undefined ? [] : [job.timestamp]));
  const oldest = Math.min(...since, Date.now());
  return {
    jobs: Object.fromEntries(
      queueStates.map((state) => [state, counts[state] ?? 0]),
    ) as QueueFigures["jobs"],
    oldestAgeSeconds: (Date.now() - oldest) / 1_000,
  };
}

/** Rows of the outbox have ascending ids, so of the jobs of one try that with the least id came first. */
function firstOfEachTry(ids: readonly string[]): readonly string[] {
  const first = new Map<string, { readonly row: number; readonly id: string }>();
  for (const id of ids) {
    const [, row = "0", tries = ""] = /^ob-(\d+)-(\d+)$/.exec(id) ?? [];
    const known = first.get(tries);
    if (known === undefined || Number(row) < known.row) first.set(tries, { row: Number(row), id });
  }
  return [...first.values()].map(({ id }) => id);
}

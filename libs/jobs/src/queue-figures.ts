import { shardOfId } from "@polls/db/shards";
import type { Queue } from "bullmq";

export interface QueueFigures {
  /** The number of jobs by BullMQ state. Each job is in one state. */
  readonly jobs: Readonly<Record<QueueState, number>>;
  /** Time since the oldest unfinished job entered the queue. 0 if there is none. */
  readonly oldestAgeSeconds: number;
}

const queueStates = [
  "waiting",
  "prioritized",
  "active",
  "waiting-children",
  "failed",
  "completed",
] as const;
type QueueState = (typeof queueStates)[number];

/** Lists in order of time: the oldest job is at an end. */
const lists = ["wait", "waiting-children"] as const;
/** Sets in order of priority or start: the oldest job may be anywhere. */
const sets = ["prioritized", "active"] as const;
/** Of longer sets, only jobs at both ends are read: the oldest may be older than reported. */
const SET_END = 2_000;

/** Counts a queue's jobs and finds the oldest unfinished one, at a bounded cost. */
export async function readQueueFigures(queue: Queue): Promise<QueueFigures> {
  const [counts, atEnds, ...inSets] = await Promise.all([
    queue.getJobCounts(...queueStates),
    queue.getRanges([...lists], 0, 0, true),
    queue.getRanges([...sets], 0, SET_END - 1, true),
    queue.getRanges([...sets], 0, SET_END - 1, false),
  ]);
  const candidates = [...new Set([...atEnds, ...firstJobs(inSets.flat())])];
  const jobs = await Promise.all(candidates.map((id) => queue.getJob(id)));
  const since = jobs.flatMap((job) => (job === undefined ? [] : [job.timestamp]));
  const now = Date.now();
  const oldest = Math.min(...since, now);
  return {
    jobs: Object.fromEntries(
      queueStates.map((state) => [state, counts[state] ?? 0]),
    ) as QueueFigures["jobs"],
    oldestAgeSeconds: (now - oldest) / 1_000,
  };
}

/** The first job of each shard and try. Outbox ids of a shard ascend, so its smallest id is its first job. */
export function firstJobs(ids: readonly string[]): readonly string[] {
  const first = new Map<string, { readonly row: bigint; readonly id: string }>();
  for (const id of ids) {
    const [, digits = "0", tries = ""] = /^ob-(\d+)-(\d+)$/.exec(id) ?? [];
    const row = BigInt(digits);
    const key = `${shardOfId(row)} ${tries}`;
    const known = first.get(key);
    if (known === undefined || row < known.row) first.set(key, { row, id });
  }
  return [...first.values()].map(({ id }) => id);
}

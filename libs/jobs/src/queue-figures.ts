import { shardOfId } from "@polls/db/shards";
import type { Queue } from "bullmq";
import type { QueueBackend } from "./backend";
import { type QueueName, queueNames } from "./define-job";
import { jobIdOf } from "./job-data";
import { openQueue } from "./queue";

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

export interface QueueCounts {
  readonly waiting: number;
  readonly running: number;
  /** Failed tries. The outbox sends their jobs again or marks them as dead. */
  readonly failed: number;
}

/** Counts the jobs of all queues within six seconds; a queue that answers late is undefined. */
export async function readQueueCounts(
  backend: QueueBackend,
): Promise<ReadonlyMap<QueueName, QueueCounts | undefined>> {
  const counts = await Promise.all(queueNames.map((name) => countsOf(name, backend)));
  return new Map(queueNames.map((name, index) => [name, counts[index]]));
}

async function countsOf(name: QueueName, backend: QueueBackend): Promise<QueueCounts | undefined> {
  const queue = openQueue(name, backend, () => undefined);
  try {
    const counts = await queue.use((open) =>
      open.getJobCounts("waiting", "prioritized", "active", "failed"),
    );
    const { waiting = 0, prioritized = 0, active = 0, failed = 0 } = counts;
    return { waiting: waiting + prioritized, running: active, failed };
  } catch {
    return undefined;
  } finally {
    await queue.close();
  }
}

/** A row of the outbox whose last try was published. */
export interface PublishedTry {
  readonly queue: QueueName;
  readonly outboxId: string;
  readonly tries: number;
}

/** `gone`: the try's job ended some time ago, or the queue lost it. */
export interface JobState {
  readonly state: "waiting" | "running" | "failed" | "done" | "gone";
  /** How often the try began: more than once if its worker was killed. */
  readonly starts: number;
}

const states: Readonly<Record<string, JobState["state"]>> = {
  waiting: "waiting",
  prioritized: "waiting",
  active: "running",
  failed: "failed",
  completed: "done",
};

/** The jobs of tries by outbox id, within six seconds; none of a queue that answers late. */
export async function readJobStates(
  backend: QueueBackend,
  tries: readonly PublishedTry[],
): Promise<ReadonlyMap<string, JobState>> {
  const names = [...new Set(tries.map(({ queue }) => queue))];
  const jobStates = await Promise.all(
    names.map(async (name) => {
      const own = tries.filter(({ queue }) => queue === name);
      const queue = openQueue(name, backend, () => undefined);
      try {
        return await queue.use((open) => Promise.all(own.map((one) => stateOf(open, one))));
      } catch {
        return [];
      } finally {
        await queue.close();
      }
    }),
  );
  return new Map(jobStates.flat());
}

async function stateOf(
  queue: Queue,
  { outboxId, tries }: PublishedTry,
): Promise<readonly [string, JobState]> {
  const job = await queue.getJob(jobIdOf(outboxId, tries));
  const state = states[job === undefined ? "" : await job.getState()] ?? "gone";
  return [outboxId, { state, starts: job?.attemptsStarted ?? 0 }];
}

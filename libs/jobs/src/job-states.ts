import type { Queue } from "bullmq";
import type { QueueBackend } from "./backend";
import type { QueueName } from "./define-job";
import { jobIdOf } from "./job-data";
import { openQueue } from "./queue";

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

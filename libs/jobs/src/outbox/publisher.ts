import type { Job, Queue } from "bullmq";
import { openQueue, type QueueBackend } from "../backend";
import { canaryOf } from "../canary";
import { withDeadline } from "../deadline";
import { type QueueName, queueNames } from "../define-job";

/** A job as it leaves for its queue. */
export interface OutgoingJob {
  readonly queue: QueueName;
  readonly name: string;
  readonly id: string;
  readonly data: object;
  readonly attempts: number;
  readonly backoffMs: number;
}

/** The queues as the relay sees them. Every call ends within seconds, also when the server is away. */
export interface Publisher {
  /** All or nothing is not promised: a job that is added twice under one id is one job. */
  publish(queue: QueueName, jobs: readonly OutgoingJob[]): Promise<void>;
  /** Whether a job still waits, is delayed or runs. */
  isAlive(queue: QueueName, id: string): Promise<boolean>;
  /** Whether a queue takes jobs now: tells a bad row from a bad time. */
  takesJobs(queue: QueueName): Promise<boolean>;
  close(): Promise<void>;
}

const deadlineMs = 4_000;
const closeDeadlineMs = 2_000;

const aliveStates: ReadonlySet<string> = new Set([
  "waiting",
  "active",
  "delayed",
  "prioritized",
  "waiting-children",
]);

const toBullmq = (job: OutgoingJob) => ({
  name: job.name,
  data: job.data,
  opts: {
    jobId: job.id,
    attempts: job.attempts,
    backoff: { type: "exponential", delay: job.backoffMs, jitter: 0.5 },
    stackTraceLimit: 5,
  },
});

/** Opens the queues of a backend. `onError` is told what goes wrong between calls. */
export function openPublisher(
  backend: QueueBackend,
  onError: (queue: QueueName, error: Error) => void,
): Publisher {
  const queues = new Map<QueueName, Queue>(
    queueNames.map((name) => [name, openQueue(name, backend)]),
  );
  for (const [name, queue] of queues) queue.on("error", (error) => onError(name, error));

  const within = <Result>(name: QueueName, ask: (queue: Queue) => Promise<Result>) => {
    const queue = queues.get(name);
    if (queue === undefined) throw new Error(`there is no queue ${name}`);
    return withDeadline(`queue ${name}`, deadlineMs, ask(queue));
  };

  return {
    async publish(name, jobs) {
      await within<Job[]>(name, (queue) => queue.addBulk(jobs.map(toBullmq)));
    },
    isAlive: async (name, id) =>
      aliveStates.has(await within(name, (queue) => queue.getJobState(id))),
    takesJobs: (name) =>
      within(name, (queue) => {
        const { data, opts, name: job } = canaryOf(Date.now());
        return queue.add(job, data, opts);
      }).then(
        () => true,
        () => false,
      ),
    async close() {
      const closing = [...queues.values()].map((queue) => queue.close());
      await withDeadline("queues", closeDeadlineMs, Promise.allSettled(closing));
    },
  };
}

import type { QueueBackend } from "../backend";
import { addCanary } from "../canary";
import type { QueueName } from "../define-job";
import { type OpenQueue, openQueue } from "../queue";
import { readQueueFigures } from "../queue-figures";

export interface OutgoingJob {
  readonly queue: QueueName;
  readonly name: string;
  readonly id: string;
  readonly data: object;
  /** The trace of the job. It is a job option, because older workers refuse unknown data. */
  readonly traceparent?: string | undefined;
  /** Waiting jobs of the queue with a smaller number run first. */
  readonly priority: number;
}

const aliveStates: ReadonlySet<string> = new Set([
  "waiting",
  "active",
  "delayed",
  "prioritized",
  "waiting-children",
]);

/** The lowest priority of BullMQ. */
const LOWEST_PRIORITY = 2 ** 21 - 1;

const toBullmq = (job: OutgoingJob) => ({
  name: job.name,
  data: job.data,
  opts: {
    jobId: job.id,
    stackTraceLimit: 5,
    ...(job.traceparent !== undefined && { telemetry: { metadata: job.traceparent } }),
    // Jobs without a priority run before all jobs with one.
    ...(job.priority > 0 && { priority: Math.min(job.priority, LOWEST_PRIORITY) }),
  },
});

export type Publisher = ReturnType<typeof openPublisher>;

/**
 * Opens the queues of a backend. Every call ends within seconds, even if the server does not respond.
 * `onError` gets errors that occur between calls.
 */
export function openPublisher(
  backend: QueueBackend,
  onError: (queue: QueueName, error: Error) => void,
) {
  const open = (name: QueueName) => openQueue(name, backend, (error) => onError(name, error));
  const queues: Readonly<Record<QueueName, OpenQueue>> = {
    media: open("media"),
    "media-slow": open("media-slow"),
    mail: open("mail"),
    payment: open("payment"),
    webhook: open("webhook"),
  };

  return {
    /**
     * May fail after some jobs are published. Adding a job again with the same id has no effect.
     */
    async publish(name: QueueName, jobs: readonly OutgoingJob[]) {
      await queues[name].use<unknown>((queue) => queue.addBulk(jobs.map(toBullmq)));
    },
    /** Whether a job is waiting, delayed or running. */
    isAlive: async (name: QueueName, id: string) =>
      aliveStates.has(await queues[name].use((queue) => queue.getJobState(id))),
    /** Whether a queue accepts jobs now. Distinguishes an invalid row from an outage. */
    takesJobs: (name: QueueName) =>
      queues[name].use(addCanary).then(
        () => true,
        () => false,
      ),
    figures: (name: QueueName) => queues[name].use(readQueueFigures),
    async close() {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
    },
  };
}

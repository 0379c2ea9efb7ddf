import type { QueueBackend } from "../backend";
import { addCanary } from "../canary";
import type { QueueName } from "../define-job";
import { type OpenQueue, openQueue } from "../queue";
import { type QueueFigures, readQueueFigures } from "../queue-figures";

/** A job on its way to its queue. */
export interface OutgoingJob {
  readonly queue: QueueName;
  readonly name: string;
  readonly id: string;
  readonly data: object;
  /** The trace that the job belongs to. It is an option of the job, because older workers refuse data that they do not know. */
  readonly traceparent?: string | undefined;
  readonly attempts: number;
  readonly backoffMs: number;
  /** Of the waiting jobs of the queue, those with a smaller number run first. */
  readonly priority: number;
}

/** The queues for the relay. Every call ends within seconds, also without a server. */
export interface Publisher {
  /** It may publish some jobs only: a job that is added twice with one id is one job. */
  publish(queue: QueueName, jobs: readonly OutgoingJob[]): Promise<void>;
  /** Whether a job waits, is delayed or runs. */
  isAlive(queue: QueueName, id: string): Promise<boolean>;
  /** Whether a queue takes jobs now: tells a bad row from an outage. */
  takesJobs(queue: QueueName): Promise<boolean>;
  /** The jobs of a queue by state. */
  figures(queue: QueueName): Promise<QueueFigures>;
  close(): Promise<void>;
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
    attempts: job.attempts,
    backoff: { type: "exponential", delay: job.backoffMs, jitter: 0.5 },
    stackTraceLimit: 5,
    ...(job.traceparent !== undefined && { telemetry: { metadata: job.traceparent } }),
    // A job without a priority runs before all with one.
    ...(job.priority > 0 && { priority: Math.min(job.priority, LOWEST_PRIORITY) }),
  },
});

/** Opens the queues of a backend. `onError` gets errors between calls. */
export function openPublisher(
  backend: QueueBackend,
  onError: (queue: QueueName, error: Error) => void,
): Publisher {
  const open = (name: QueueName) => openQueue(name, backend, (error) => onError(name, error));
  const queues: Readonly<Record<QueueName, OpenQueue>> = {
    media: open("media"),
    "media-slow": open("media-slow"),
    mail: open("mail"),
    payment: open("payment"),
    webhook: open("webhook"),
  };

  return {
    async publish(name, jobs) {
      await queues[name].use<unknown>((queue) => queue.addBulk(jobs.map(toBullmq)));
    },
    isAlive: async (name, id) =>
      aliveStates.has(await queues[name].use((queue) => queue.getJobState(id))),
    takesJobs: (name) =>
      queues[name].use(addCanary).then(
        () => true,
        () => false,
      ),
    figures: (name) => queues[name].use(readQueueFigures),
    async close() {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
    },
  };
}

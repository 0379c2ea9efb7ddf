import type { Queue } from "bullmq";
import { connectQueue, type QueueBackend } from "./backend";
import { queueNames } from "./define-job";
import { within } from "./within";

export interface OpenQueue {
  /** Rejects when the queue does not answer within 4 s. The action may still happen. */
  use<Result>(ask: (queue: Queue) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const answerMs = 4_000;
const closeMs = 2_000;

/** The queue is reopened after this time without a successful response. */
const reopenAfterMs = 10_000;

/** Opens a queue, and replaces one that keeps failing: BullMQ cannot recover its connection. */
export function openQueue(
  name: string,
  backend: QueueBackend,
  onError: (error: Error) => void,
): OpenQueue {
  const connect = (): Queue => {
    const queue = connectQueue(name, backend);
    queue.on("error", onError);
    return queue;
  };
  const ending = new Set<Promise<void>>();
  const dispose = (queue: Queue): void => {
    const end = disconnect(queue).catch(onError);
    ending.add(end);
    void end.then(() => ending.delete(end));
  };
  let current = connect();
  let goodAtMs = performance.now();

  return {
    async use(ask) {
      try {
        const answer = await within(answerMs, ask(current), noAnswer(`queue ${name}`, answerMs));
        goodAtMs = performance.now();
        return answer;
      } catch (error) {
        if (performance.now() - goodAtMs > reopenAfterMs) {
          const broken = current;
          current = connect();
          goodAtMs = performance.now();
          dispose(broken);
        }
        throw error;
      }
    },
    async close() {
      dispose(current);
      await Promise.all(ending);
    },
  };
}

export interface QueuesOfBoard {
  readonly queues: readonly Queue[];
  /** Rejects when a queue does not answer in time. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens all queues for reading. If `check` fails, close them and open new ones (see `openQueue`).
 */
export function openQueuesOfBoard(
  backend: QueueBackend,
  onError: (error: Error) => void,
): QueuesOfBoard {
  const queues = queueNames.map((name) => {
    const queue = connectQueue(name, backend);
    queue.on("error", onError);
    return queue;
  });
  return {
    queues,
    async check() {
      const counts = Promise.all(queues.map((queue) => queue.getJobCounts("waiting")));
      await within(answerMs, counts, noAnswer("the queues", answerMs));
    },
    async close() {
      await Promise.all(queues.map((queue) => disconnect(queue).catch(onError)));
    },
  };
}

/** Without a server, BullMQ's `close` fails or waits forever, and its connection reconnects. */
async function disconnect(queue: Queue): Promise<void> {
  const late = noAnswer(`closing queue ${queue.name}`, closeMs);
  try {
    await within(closeMs, queue.close(), late);
  } catch {
    await within(closeMs, queue.disconnect(), late);
  }
}

const noAnswer = (what: string, ms: number) => (): never => {
  throw new Error(`${what}: no answer within ${ms} ms`);
};

import { unavailable } from "../replies/problem";

export interface BoundedQueueOptions {
  readonly concurrent: number;
  /** The largest number of waiting tasks: of all keys together, and of one key. */
  readonly maxWaiting: number;
  readonly maxWaitingOfKey: number;
  /** A task that waits longer than this gets 503. */
  readonly timeoutMs: number;
  readonly message: string;
}

export interface BoundedQueue {
  /** Keys with waiting tasks are served in rotation. Throws 503 when too many tasks wait. */
  readonly run: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}

const RETRY_AFTER_SECONDS = 2;

/** A bounded queue for CPU-intensive work (docs/reliability.md#poll-passwords). */
export function createBoundedQueue(options: BoundedQueueOptions): BoundedQueue {
  const { concurrent, maxWaiting, maxWaitingOfKey, timeoutMs, message } = options;
  /** The first key of the map is served next. */
  const queues = new Map<string, (() => void)[]>();
  let waiting = 0;
  let running = 0;

  const refusal = () => unavailable(message, RETRY_AFTER_SECONDS);

  function remove(key: string, start: () => void): void {
    const left = (queues.get(key) ?? []).filter((one) => one !== start);
    queues.delete(key);
    if (left.length > 0) queues.set(key, left);
    waiting--;
  }

  function queued(key: string): Promise<void> {
    const queue = queues.get(key) ?? [];
    if (waiting >= maxWaiting || queue.length >= maxWaitingOfKey) throw refusal();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        remove(key, start);
        reject(refusal());
      }, timeoutMs);
      const start = () => {
        clearTimeout(timer);
        remove(key, start);
        resolve();
      };
      queues.set(key, [...queue, start]);
      waiting++;
    });
  }

  function startNext(): void {
    for (const [start] of queues.values()) {
      start?.();
      return;
    }
    running--;
  }

  return {
    async run(key, task) {
      if (running >= concurrent) await queued(key);
      else running++;
      try {
        return await task();
      } finally {
        startNext();
      }
    },
  };
}

import { unavailable } from "../replies/problem";

export interface LaneOptions {
  /** Tasks that run at a time. */
  readonly concurrent: number;
  /** Tasks that wait, in all and of one key. */
  readonly maxWaiting: number;
  readonly maxWaitingOfKey: number;
  /** A task that has waited for this time is refused. */
  readonly timeoutMs: number;
  /** The sentence of the 503. */
  readonly message: string;
}

export interface Lane {
  /** Runs a task when there is room; keys with waiting tasks take turns. Throws 503 where too many wait. */
  readonly run: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}

const RETRY_AFTER_SECONDS = 2;

/** A bounded queue for work that takes a processor for long (docs/reliability.md#poll-passwords). */
export function createLane(options: LaneOptions): Lane {
  const { concurrent, maxWaiting, maxWaitingOfKey, timeoutMs, message } = options;
  /** The key at the front has the next turn. */
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

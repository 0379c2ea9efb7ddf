export interface CoalesceOptions {
  /** The maximum number of requests in a batch. */
  readonly maxBatch: number;
  /** The maximum number of concurrent batches. Requests that arrive meanwhile share the next one. */
  readonly maxInFlight: number;
  /** A concurrent batch needs at least this many requests, because large batches cost less per request. */
  readonly minConcurrentBatch: number;
  /** After this queue time a concurrent batch starts anyway, because the other batch has stalled. */
  readonly stallMs: number;
  /** Requests queued longer than this are refused. */
  readonly queueTimeoutMs: number;
  /** The maximum number of queued requests; more are refused at once. Undefined: no limit. */
  readonly maxQueue?: number;
}

export type BatchResult<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown };

interface QueuedRequest<Request, Result> {
  readonly request: Request;
  /** Milliseconds of `performance.now()`. */
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines requests into batches: requests of one turn of the event loop and, under load, all requests
 * that arrive while the previous batch runs. A single request starts at once. `runBatch` returns one
 * result per request, in order. If it throws, every request of the batch gets the error. A request that
 * is queued longer than `queueTimeoutMs`, or above `maxQueue`, gets the error of `refusal`.
 */
export function coalesce<Request, Result>(
  runBatch: (batch: readonly Request[]) => Promise<readonly BatchResult<Result>[]>,
  { maxBatch, maxInFlight, minConcurrentBatch, stallMs, queueTimeoutMs, maxQueue }: CoalesceOptions,
  refusal: () => Error,
): (request: Request) => Promise<Result> {
  let queue: QueuedRequest<Request, Result>[] = [];
  let inFlight = 0;
  let startsSoon = false;
  let timer: NodeJS.Timeout | undefined;

  async function startNext(): Promise<void> {
    const batch = queue.slice(0, maxBatch);
    queue = queue.slice(maxBatch);
    inFlight++;
    try {
      const results = await runBatch(batch.map(({ request }) => request));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error("a request of a batch got no result"));
        else if (result.ok) resolve(result.result);
        else reject(result.error);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight--;
      startBatches();
    }
  }

  function startBatches(): void {
    while (inFlight < maxInFlight && queue.length >= minBatch()) void startNext();
    watchQueue();
  }

  const ageOf = ({ since }: QueuedRequest<Request, Result>): number => performance.now() - since;

  function minBatch(): number {
    const [oldest] = queue;
    return inFlight === 0 || (oldest !== undefined && ageOf(oldest) >= stallMs)
      ? 1
      : minConcurrentBatch;
  }

  /** Keeps one timer, for the oldest queued request. There is none while the queue is empty. */
  function watchQueue(): void {
    const [oldest] = queue;
    if (oldest === undefined) {
      clearTimeout(timer);
      timer = undefined;
      return;
    }
    if (timer !== undefined) return;
    const age = ageOf(oldest);
    timer = setTimeout(
      () => {
        timer = undefined;
        const latest = performance.now() - queueTimeoutMs;
        const expired = queue.filter(({ since }) => since <= latest);
        queue = queue.slice(expired.length);
        for (const { reject } of expired) reject(refusal());
        startBatches();
      },
      (age < stallMs ? stallMs : queueTimeoutMs) - age,
    );
    timer.unref();
  }

  return (request) =>
    new Promise((resolve, reject) => {
      if (maxQueue !== undefined && queue.length >= maxQueue) return reject(refusal());
      queue.push({ request, since: performance.now(), resolve, reject });
      if (startsSoon) return;
      startsSoon = true;
      setImmediate(() => {
        startsSoon = false;
        startBatches();
      });
    });
}

export interface CoalesceOptions {
  /** At most so many requests share a run. */
  readonly maxBatch: number;
  /** At most so many runs at a time; what arrives meanwhile waits and shares the next one. */
  readonly maxInFlight: number;
  /** A run starts beside another only for so many at least: large runs cost least for each request. */
  readonly worthARun: number;
}

/** What became of one request of a batch: its own answer or its own refusal. */
export type Settled<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown };

export interface Coalesced<Request, Result> {
  /** Joins the next run and gives this request's own answer. */
  readonly add: (request: Request) => Promise<Result>;
  /** Resolves once nothing waits or runs. */
  readonly idle: () => Promise<void>;
}

interface Waiting<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets requests that arrive together share one run: those of one turn of the event loop, and under
 * load all that came while the run before was busy. A lone request starts at once. `run` answers each request for
 * itself, in order; what it throws is thrown to every request of the batch.
 */
export function coalesce<Request, Result>(
  run: (batch: readonly Request[]) => Promise<readonly Settled<Result>[]>,
  { maxBatch, maxInFlight, worthARun }: CoalesceOptions,
): Coalesced<Request, Result> {
  let waiting: Waiting<Request, Result>[] = [];
  let inFlight = 0;
  let startsSoon = false;
  let idlers: (() => void)[] = [];

  async function runNext(): Promise<void> {
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    inFlight++;
    try {
      const settled = await run(batch.map(({ request }) => request));
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = settled[index];
        if (outcome === undefined) reject(new Error("a request of a batch got no answer"));
        else if (outcome.ok) resolve(outcome.result);
        else reject(outcome.error);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight--;
      startRuns();
    }
  }

  function startRuns(): void {
    while (inFlight < maxInFlight && waiting.length >= (inFlight === 0 ? 1 : worthARun)) {
      void runNext();
    }
    if (inFlight === 0 && waiting.length === 0) {
      for (const resolve of idlers) resolve();
      idlers = [];
    }
  }

  return {
    add: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        if (startsSoon) return;
        startsSoon = true;
        setImmediate(() => {
          startsSoon = false;
          startRuns();
        });
      }),
    idle: () =>
      new Promise((resolve) => {
        idlers.push(resolve);
        startRuns();
      }),
  };
}

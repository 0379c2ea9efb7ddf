export interface CoalesceOptions {
  /** At most so many requests share a run. */
  readonly maxBatch: number;
  /** At most so many runs at a time; what arrives meanwhile waits and shares the next one. */
  readonly maxInFlight: number;
  /** A run starts beside another only for so many at least: large runs cost least for each request. */
  readonly worthARun: number;
  /** Unless one of them has waited so long: the other run is stuck then. */
  readonly stuckMs: number;
  /** Who waits so long for a run is turned away. */
  readonly patienceMs: number;
}

/** What became of one request of a batch: its own answer or its own refusal. */
export type Settled<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown };

/** Joins the next run and gives this request's own answer. */
export type Coalesced<Request, Result> = (request: Request) => Promise<Result>;

interface Waiting<Request, Result> {
  readonly request: Request;
  /** Milliseconds of `performance.now()`. */
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets requests that arrive together share one run: those of one turn of the event loop, and under
 * load all that came while the run before was busy. A lone request starts at once. `run` answers each request for
 * itself, in order; what it throws is thrown to every request of the batch. Who has waited for
 * `patienceMs` gets what `turnedAway` makes.
 */
export function coalesce<Request, Result>(
  run: (batch: readonly Request[]) => Promise<readonly Settled<Result>[]>,
  { maxBatch, maxInFlight, worthARun, stuckMs, patienceMs }: CoalesceOptions,
  turnedAway: () => Error,
): Coalesced<Request, Result> {
  let waiting: Waiting<Request, Result>[] = [];
  let inFlight = 0;
  let startsSoon = false;
  let timer: NodeJS.Timeout | undefined;

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
    while (inFlight < maxInFlight && waiting.length >= fewest()) void runNext();
    watchOldest();
  }

  const ageOf = ({ since }: Waiting<Request, Result>): number => performance.now() - since;

  function fewest(): number {
    const [oldest] = waiting;
    return inFlight === 0 || (oldest !== undefined && ageOf(oldest) >= stuckMs) ? 1 : worthARun;
  }

  /** One timer for all, as they wait in the order they came; none while nothing waits. */
  function watchOldest(): void {
    const [oldest] = waiting;
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
        const latest = performance.now() - patienceMs;
        const leaving = waiting.filter(({ since }) => since <= latest);
        waiting = waiting.slice(leaving.length);
        for (const { reject } of leaving) reject(turnedAway());
        startRuns();
      },
      (age < stuckMs ? stuckMs : patienceMs) - age,
    );
    timer.unref();
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, since: performance.now(), resolve, reject });
      if (startsSoon) return;
      startsSoon = true;
      setImmediate(() => {
        startsSoon = false;
        startRuns();
      });
    });
}

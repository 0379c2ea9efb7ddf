/** Repeated work. `close` stops it and waits for the running call. */
export interface Repetition {
  /**
   * Runs the work immediately, or again after the running call, which may have passed what is new.
   * Requests during a call share the next one. The pause restarts afterwards. Returns false if the
   * work failed.
   */
  runNow(): Promise<boolean>;
  close(): Promise<void>;
}

/** Pauses of half a second or longer end at multiples of this time, so that an idle process wakes once for many of them. */
const GRID_MS = 250;

/** The time until the next run. It is never longer than the pause. */
export const untilNextMs = (pauseMs: number, nowMs: number): number =>
  pauseMs < 2 * GRID_MS ? pauseMs : Math.floor((nowMs + pauseMs) / GRID_MS) * GRID_MS - nowMs;

/** Repeats `work`, about `pauseMs` after each run. Errors go to `onError`. */
export function runEvery(
  pauseMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { firstAfterMs = pauseMs }: { readonly firstAfterMs?: number } = {},
): Repetition {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<boolean> | undefined;

  let next: Promise<boolean> | undefined;

  const start = (): Promise<boolean> => {
    next = undefined;
    if (stop.signal.aborted) return Promise.resolve(false);
    clearTimeout(timer);
    const run = work(stop.signal)
      .then(
        () => true,
        (error) => {
          if (!stop.signal.aborted) onError(error);
          return false;
        },
      )
      .finally(() => {
        running = undefined;
        if (!stop.signal.aborted) schedule(untilNextMs(pauseMs, performance.now()));
      });
    running = run;
    return run;
  };
  const runNow = (): Promise<boolean> => {
    if (running === undefined) return start();
    next ??= running.then(start);
    return next;
  };
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => void start(), delayMs);
  };
  schedule(firstAfterMs);
  return {
    runNow,
    async close() {
      stop.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

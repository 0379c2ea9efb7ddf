/** Pauses of half a second or longer end at multiples of this time, so that an idle process wakes once for many of them. */
const GRID_MS = 250;

/** The time until the next run. It is never longer than the pause. */
export const untilNextMs = (pauseMs: number, nowMs: number): number =>
  pauseMs < 2 * GRID_MS ? pauseMs : Math.floor((nowMs + pauseMs) / GRID_MS) * GRID_MS - nowMs;

export type Repetition = ReturnType<typeof runEvery>;

/** Repeats `work`, about `pauseMs` after each run, also after errors, which go to `onError`. */
export function runEvery(
  pauseMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { firstAfterMs = pauseMs }: { readonly firstAfterMs?: number } = {},
) {
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
    /**
     * Runs it now, or again after the running call, which may have passed what is new. Requests
     * during a call share the next one. Returns false if it failed.
     */
    runNow,
    async close() {
      stop.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

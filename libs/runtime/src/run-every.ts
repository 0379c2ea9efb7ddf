/** Repeated work. `close` stops it and waits for the running call. */
export interface Repetition {
  close(): Promise<void>;
}

/** Repeats `work`, `pauseMs` after each end. Its errors go to `onError` and stop nothing. */
export function runEvery(
  pauseMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { firstAfterMs = pauseMs }: { readonly firstAfterMs?: number } = {},
): Repetition {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      running = work(stop.signal)
        .then(() => undefined)
        .catch((error) => {
          if (!stop.signal.aborted) onError(error);
        })
        .finally(() => {
          if (!stop.signal.aborted) schedule(pauseMs);
        });
    }, delayMs);
  };
  schedule(firstAfterMs);
  return {
    async close() {
      stop.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

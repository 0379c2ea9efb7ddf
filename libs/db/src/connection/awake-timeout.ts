/** A late slice counts once, however late it is. */
const SLICES = 8;

/**
 * Calls `expire` after a time in which this process was awake: while it computes or is suspended it reads no response,
 * so that this time does not count. Responses that have arrived are read first. The timer keeps no process alive.
 */
export function timeoutWhileAwake(ms: number, expire: () => void): { readonly clear: () => void } {
  let left = SLICES;
  let cleared = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => {
      if (--left > 0) wait();
      // Sockets are read before immediates run.
      else setImmediate(() => cleared || expire());
    }, ms / SLICES);
    timer.unref();
  };
  wait();
  return {
    clear() {
      cleared = true;
      clearTimeout(timer);
    },
  };
}

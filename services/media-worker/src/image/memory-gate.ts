/** Lets work begin as long as what all of it takes together stays within a limit. */
export interface MemoryGate {
  /**
   * Runs work that takes so many bytes, once there is room: first come, first served, so that large
   * work is not passed by small work for ever. What takes more than the limit runs alone. Rejects
   * with the signal's reason when aborted while it waits.
   */
  readonly within: <Result>(
    bytes: number,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** A gate for work that takes memory; the limit in bytes. */
export function memoryGate(limitBytes: number): MemoryGate {
  const waiting: Waiting[] = [];
  let running = 0;
  let taken = 0;

  const admit = () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (running > 0 && taken + next.bytes > limitBytes) return;
      waiting.shift();
      running += 1;
      taken += next.bytes;
      next.begin();
    }
  };
  const turn = (bytes: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
        admit();
      };
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const entry = { bytes, begin };
      waiting.push(entry);
      signal.addEventListener("abort", leave, { once: true });
      admit();
    });

  return {
    async within(bytes, signal, work) {
      signal.throwIfAborted();
      await turn(bytes, signal);
      try {
        return await work();
      } finally {
        running -= 1;
        taken -= bytes;
        admit();
      }
    },
  };
}

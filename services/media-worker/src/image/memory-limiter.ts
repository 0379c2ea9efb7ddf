export interface MemoryBoundWork<Result> {
  readonly bytes: number;
  /** Aborting ends the wait. The call then rejects with the reason of the signal. */
  readonly signal: AbortSignal;
  /**
   * Frees idle memory, before the work waits, and when this or concurrent work needs more than a
   * share. Must not reject.
   */
  readonly makeRoom: () => Promise<void>;
  readonly work: () => Promise<Result>;
}

export interface MemoryLimiter {
  /**
   * Runs work when there is memory, in the order of the calls, so that small work does not overtake
   * large work forever. Work above the limit runs alone.
   */
  readonly run: <Result>(work: MemoryBoundWork<Result>) => Promise<Result>;
}

export interface MemoryShares {
  /** How many pieces of work of usual size may run at a time. */
  readonly shares: number;
  readonly shareBytes: number;
}

interface WaitingWork {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Creates a limiter whose limit is the sum of all shares. */
export function memoryLimiter({ shares, shareBytes }: MemoryShares): MemoryLimiter {
  const waiting: WaitingWork[] = [];
  let running = 0;
  let taken = 0;
  /** The number of running pieces of work that need more than a share. */
  let large = 0;

  const isLarge = (bytes: number) => Number(bytes > shareBytes);
  const fits = (bytes: number) => running === 0 || taken + bytes <= shares * shareBytes;
  const admit = () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (!fits(next.bytes)) return;
      waiting.shift();
      running += 1;
      taken += next.bytes;
      large += isLarge(next.bytes);
      next.begin();
    }
  };
  const waitForRoom = (bytes: number, signal: AbortSignal) =>
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
    async run({ bytes, signal, makeRoom, work }) {
      signal.throwIfAborted();
      const begun = waitForRoom(bytes, signal);
      const freed = waiting.length > 0 ? makeRoom() : undefined;
      await begun;
      try {
        await freed;
        if (large > 0) await makeRoom();
        return await work();
      } finally {
        running -= 1;
        taken -= bytes;
        large -= isLarge(bytes);
        admit();
      }
    },
  };
}

/** Work with an estimate of its memory. */
export interface Work<Result> {
  readonly bytes: number;
  /** Aborting ends the wait; the call then rejects with the reason of the signal. */
  readonly signal: AbortSignal;
  /**
   * Frees idle memory. Called before the work waits, and when it or work beside it takes more than a share.
   * Must not reject.
   */
  readonly makeRoom: () => Promise<void>;
  readonly run: () => Promise<Result>;
}

/** Limits the memory of all running work. */
export interface MemoryGate {
  /**
   * Runs work once there is memory for it, in the order of the calls, so that small work does not overtake
   * large work forever. Work above the limit runs alone.
   */
  readonly pass: <Result>(work: Work<Result>) => Promise<Result>;
}

export interface MemoryShares {
  /** How much work of usual size may run at a time. */
  readonly shares: number;
  readonly shareBytes: number;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** A limiter whose limit is the sum of all shares. */
export function memoryGate({ shares, shareBytes }: MemoryShares): MemoryGate {
  const waiting: Waiting[] = [];
  let running = 0;
  let taken = 0;
  /** How much of the running work takes more than a share. */
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
    async pass({ bytes, signal, makeRoom, run }) {
      signal.throwIfAborted();
      const begun = turn(bytes, signal);
      const room = waiting.length > 0 ? makeRoom() : undefined;
      await begun;
      try {
        await room;
        if (large > 0) await makeRoom();
        return await run();
      } finally {
        running -= 1;
        taken -= bytes;
        large -= isLarge(bytes);
        admit();
      }
    },
  };
}

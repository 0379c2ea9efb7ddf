/** Work that takes memory. */
export interface Work<Result> {
  readonly bytes: number;
  /** Aborting ends its waiting; the call then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /**
   * Gives back what lies idle: called before it waits, and where it or work beside it takes more than
   * a share. Must not reject.
   */
  readonly makeRoom: () => Promise<void>;
  readonly run: () => Promise<Result>;
}

/** Lets work begin as long as what all of it takes together stays within a limit. */
export interface MemoryGate {
  /**
   * Runs work once there is room: first come, first served, so that large work is not passed by
   * small work for ever. What takes more than the limit runs alone.
   */
  readonly pass: <Result>(work: Work<Result>) => Promise<Result>;
}

export interface MemoryShares {
  /** How many pieces of usual work may run at a time. */
  readonly shares: number;
  readonly shareBytes: number;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** A gate whose limit is all shares together. */
export function memoryGate({ shares, shareBytes }: MemoryShares): MemoryGate {
  const waiting: Waiting[] = [];
  let running = 0;
  let taken = 0;
  /** Of those that run, how many take more than a share. */
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

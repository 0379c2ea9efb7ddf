/** An attempt that takes longer is slow: a usual endpoint answers within a fraction of it. */
const SLOW_MS = 2_000;

/** Sees to it that slow endpoints of one owner leave room for the others (ADR 0014). */
export interface Shares {
  /** Begins an attempt; gives what ends it. Undefined: the owner's slow endpoints have their share. */
  readonly enter: (owner: string) => (() => void) | undefined;
}

interface Use {
  running: number;
  /** The attempt that ended last was slow. */
  slow: boolean;
}

/** `slots`: attempts at a time in this process, of which a quarter is for one owner's slow endpoints. */
export function createShares(slots: number, clock: () => number = () => performance.now()): Shares {
  const share = Math.ceil(slots / 4);
  const uses = new Map<string, Use>();
  return {
    enter(owner) {
      const use = uses.get(owner) ?? { running: 0, slow: false };
      if (use.slow && use.running >= share) return undefined;
      uses.set(owner, use);
      use.running++;
      const began = clock();
      return () => {
        use.running--;
        use.slow = clock() - began > SLOW_MS;
        if (use.running === 0 && !use.slow) uses.delete(owner);
      };
    },
  };
}

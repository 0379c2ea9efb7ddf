/** An attempt that takes longer is slow. Usual endpoints respond in a fraction of this time. */
const SLOW_MS = 2_000;

interface Use {
  running: number;
  /** Whether the most recently finished attempt was slow. */
  slow: boolean;
}

export type Shares = ReturnType<typeof createShares>;

/**
 * `slots`: concurrent attempts of this process, of which an owner's slow endpoints get a quarter
 * (docs/adr/0014-webhooks-are-sent-by-a-service-of-their-own.md).
 */
export function createShares(slots: number, clock: () => number = () => performance.now()) {
  const share = Math.ceil(slots / 4);
  const uses = new Map<string, Use>();
  return {
    /** Begins an attempt; the result ends it. Undefined if the owner's share is used up. */
    enter(owner: string) {
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

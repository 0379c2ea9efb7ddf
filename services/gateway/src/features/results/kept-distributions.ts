import { oneAtATime } from "../../http/one-at-a-time";
import type { Distribution } from "./distributions";

/** Counting takes at most a tenth of the time: a count serves nine times as long as it took. */
const REST_FACTOR = 9;
/** Who asks so much later waits for a new one. */
const LATE_FACTOR = 2;
const LATE_MS = 2_000;
/** Options, at up to a few kB each; what nobody asked for longest goes first. */
const KEPT_MAX = 5_000;

/** Looks at all votes of some options of a poll, by their public ids. */
export type CountValues = (
  pollId: bigint,
  publicIds: readonly string[],
) => Promise<ReadonlyMap<string, Distribution>>;

/** Distributions of options that have too many votes to count them for every reader (ADR 0015). */
export interface KeptDistributions {
  readonly of: (
    pollId: bigint,
    publicIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Distribution>>;
}

interface Kept {
  distribution: Distribution;
  /** Until then it serves; in the time after that, while it is counted anew behind the reader's back. */
  goodUntil: number;
  servesUntil: number;
  counting: Promise<void> | undefined;
}

/** `clock` in milliseconds. */
export function createKeptDistributions(
  count: CountValues,
  clock: () => number = () => performance.now(),
): KeptDistributions {
  const kept = new Map<string, Kept>();
  const counter = oneAtATime();

  function entryOf(publicId: string): Kept {
    const entry = kept.get(publicId) ?? {
      ...{ distribution: {}, goodUntil: -1, servesUntil: -1 },
      counting: undefined,
    };
    // Insertion order is age.
    kept.delete(publicId);
    kept.set(publicId, entry);
    return entry;
  }

  function forgetOldest(): void {
    for (const [publicId, { counting }] of kept) {
      if (kept.size <= KEPT_MAX) return;
      if (counting === undefined) kept.delete(publicId);
    }
  }

  async function countAnew(pollId: bigint, due: ReadonlyMap<string, Kept>): Promise<void> {
    try {
      await counter.run("count", async () => {
        const began = clock();
        const found = await count(pollId, [...due.keys()]);
        const tookMs = clock() - began;
        for (const [publicId, entry] of due) {
          entry.distribution = found.get(publicId) ?? {};
          entry.goodUntil = began + tookMs * (1 + REST_FACTOR);
          entry.servesUntil = entry.goodUntil + Math.max(LATE_MS, tookMs * LATE_FACTOR);
        }
      });
    } finally {
      for (const entry of due.values()) entry.counting = undefined;
    }
  }

  return {
    async of(pollId, publicIds) {
      const now = clock();
      const entries = new Map(publicIds.map((publicId) => [publicId, entryOf(publicId)]));
      const due = new Map(
        [...entries].filter(([, { counting, goodUntil }]) => !counting && goodUntil < now),
      );
      if (due.size > 0) {
        const counting = countAnew(pollId, due);
        // Who is served meanwhile does not learn of a failure; who asks next has it counted again.
        counting.catch(() => undefined);
        for (const entry of due.values()) entry.counting = counting;
      }
      const late = [...entries.values()].filter(({ servesUntil }) => servesUntil < now);
      await Promise.all(late.map(({ counting }) => counting));
      forgetOldest();
      return new Map([...entries].map(([publicId, { distribution }]) => [publicId, distribution]));
    },
  };
}

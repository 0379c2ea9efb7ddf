import type { Distribution } from "@polls/db";

/** After a count its poll rests nine times as long as the count took: counting takes a tenth of the time at most. */
const REST_FACTOR = 9;
/** A cached count serves this much longer than its rest; later readers wait for a new count. */
const LATE_FACTOR = 2;
const LATE_MS = 2_000;
/** Polls and options in the cache together, at up to 25 kB each. */
const ENTRIES_MAX = 2_000;

/** Counts all votes of some options of a poll, by public id. */
export type CountValues = (
  pollId: bigint,
  publicIds: readonly string[],
) => Promise<ReadonlyMap<string, Distribution>>;

/** Distributions of options with too many votes to count them for every reader (ADR 0015). */
export interface DistributionCache {
  readonly get: (
    pollId: bigint,
    publicIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Distribution>>;
}

interface CachedDistribution {
  readonly distribution: Distribution;
  readonly servesUntil: number;
}

interface CachedPoll {
  readonly options: Map<string, CachedDistribution>;
  /** The count that runs; one at a time. */
  counting: Promise<void> | undefined;
  restsUntil: number;
  /** The error of the last count. */
  failure: unknown;
}

/** `clock` is in milliseconds. */
export function createDistributionCache(
  count: CountValues,
  clock: () => number = () => performance.now(),
): DistributionCache {
  const polls = new Map<bigint, CachedPoll>();

  function pollOf(pollId: bigint): CachedPoll {
    const poll = polls.get(pollId) ?? {
      options: new Map(),
      counting: undefined,
      restsUntil: Number.NEGATIVE_INFINITY,
      failure: undefined,
    };
    // The map is in the order of last use: the least recently used poll is first.
    polls.delete(pollId);
    polls.set(pollId, poll);
    return poll;
  }

  function evict(): void {
    let entries = [...polls.values()].reduce((sum, poll) => sum + sizeOf(poll), 0);
    for (const [pollId, poll] of polls) {
      if (entries <= ENTRIES_MAX || polls.size === 1) return;
      if (poll.counting !== undefined) continue;
      polls.delete(pollId);
      entries -= sizeOf(poll);
    }
  }

  async function refresh(
    pollId: bigint,
    poll: CachedPoll,
    publicIds: readonly string[],
  ): Promise<void> {
    const startedAt = clock();
    let found: ReadonlyMap<string, Distribution> | undefined;
    try {
      found = await count(pollId, publicIds);
      poll.failure = undefined;
    } catch (error) {
      poll.failure = error;
      throw error;
    } finally {
      const now = clock();
      const tookMs = now - startedAt;
      poll.restsUntil = now + tookMs * REST_FACTOR;
      poll.counting = undefined;
      const servesUntil = poll.restsUntil + Math.max(LATE_MS, tookMs * LATE_FACTOR);
      for (const publicId of found === undefined ? [] : publicIds) {
        const distribution = found?.get(publicId) ?? {};
        poll.options.set(publicId, { distribution, servesUntil });
      }
      evict();
    }
  }

  function start(pollId: bigint, poll: CachedPoll, publicIds: readonly string[]): Promise<void> {
    const counting = refresh(pollId, poll, publicIds);
    poll.counting = counting;
    // Readers that wait get the error; readers served from the cache do not.
    counting.catch(() => undefined);
    return counting;
  }

  return {
    async get(pollId, publicIds) {
      if (publicIds.length === 0) return new Map();
      const poll = pollOf(pollId);
      for (;;) {
        const now = clock();
        const rests = now < poll.restsUntil;
        const missing = publicIds.filter((publicId) => {
          const cached = poll.options.get(publicId);
          return cached === undefined || (!rests && cached.servesUntil < now);
        });
        if (missing.length === 0) {
          if (!rests && poll.counting === undefined) void start(pollId, poll, publicIds);
          return new Map(
            publicIds.map((publicId) => [publicId, poll.options.get(publicId)?.distribution ?? {}]),
          );
        }
        // After a failure no count starts before the poll has rested.
        if (rests && poll.failure !== undefined) throw poll.failure;
        if (poll.counting === undefined) await start(pollId, poll, rests ? missing : publicIds);
        else await poll.counting.catch(() => undefined);
      }
    },
  };
}

const sizeOf = ({ options }: CachedPoll): number => 1 + options.size;

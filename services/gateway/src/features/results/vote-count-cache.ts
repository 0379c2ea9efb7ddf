import type { CountedVotes, VotesToCount } from "@polls/db/votes";
import { createBoundedCache } from "../../http/limits/bounded-cache";

/** A poll rests nine times as long as its count took, so counting takes a tenth of the time. */
const REST_FACTOR = 9;
/** A cached count may be used for this many times longer. Later readers wait for a new one. */
const LATE_FACTOR = 2;
const LATE_MS = 2_000;
/**
 * Polls and options in the cache together, of up to 25 kB each. A single count may have more options:
 * the poll keeps them until its next count.
 */
const ENTRIES_MAX = 2_000;

/** Counts all votes of some options of a poll, by public id. */
export type CountVotes = (votes: VotesToCount) => Promise<ReadonlyMap<string, CountedVotes>>;

/** Caches the votes of options with too many votes to count them for every reader (ADR 0015). */
export interface VoteCountCache {
  /** The counts that can still be used, by public id. */
  readonly kept: (pollId: bigint) => ReadonlyMap<string, CountedVotes>;
  /** Waits for options that are not cached. Starts a count in the background if counts are old. */
  readonly get: (votes: VotesToCount) => Promise<ReadonlyMap<string, CountedVotes>>;
}

interface CachedCount {
  /** Undefined: the option was deleted. */
  readonly counted: CountedVotes | undefined;
  readonly servesUntil: number;
}

interface CachedPoll {
  readonly options: Map<string, CachedCount>;
  counting: Promise<void> | undefined;
  restsUntil: number;
  failure: unknown;
}

/** `clock` is in milliseconds. */
export function createVoteCountCache(
  count: CountVotes,
  clock: () => number = () => performance.now(),
): VoteCountCache {
  const polls = createBoundedCache<bigint, CachedPoll>({
    sizeMax: ENTRIES_MAX,
    sizeOf: ({ options }) => 1 + options.size,
    isHeld: ({ counting }) => counting !== undefined,
  });

  function pollOf(pollId: bigint): CachedPoll {
    const known = polls.use(pollId);
    if (known !== undefined) return known;
    const poll: CachedPoll = {
      options: new Map(),
      counting: undefined,
      restsUntil: Number.NEGATIVE_INFINITY,
      failure: undefined,
    };
    polls.set(pollId, poll);
    return poll;
  }

  function keep(
    { options }: CachedPoll,
    publicIds: readonly string[],
    found: ReadonlyMap<string, CountedVotes>,
    servesUntil: number,
  ): void {
    for (const publicId of publicIds) {
      // The map is in the order of the counts, with the oldest count first.
      options.delete(publicId);
      options.set(publicId, { counted: found.get(publicId), servesUntil });
    }
    for (const publicId of options.keys()) {
      if (options.size <= Math.max(ENTRIES_MAX, publicIds.length)) return;
      options.delete(publicId);
    }
  }

  async function refresh(poll: CachedPoll, votes: VotesToCount): Promise<void> {
    const startedAt = clock();
    let found: ReadonlyMap<string, CountedVotes> | undefined;
    try {
      found = await count(votes);
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
      if (found !== undefined) keep(poll, votes.publicIds, found, servesUntil);
      polls.evict();
    }
  }

  function start(poll: CachedPoll, votes: VotesToCount): Promise<void> {
    const counting = refresh(poll, votes);
    poll.counting = counting;
    // Waiting readers get the error; readers served from the cache do not.
    counting.catch(() => undefined);
    return counting;
  }

  const serves = (poll: CachedPoll, cached: CachedCount): boolean =>
    clock() < poll.restsUntil || cached.servesUntil >= clock();

  function keptOf(poll: CachedPoll, publicIds: Iterable<string>): Map<string, CountedVotes> {
    const counts = new Map<string, CountedVotes>();
    for (const publicId of publicIds) {
      const cached = poll.options.get(publicId);
      if (cached?.counted === undefined || !serves(poll, cached)) continue;
      counts.set(publicId, cached.counted);
    }
    return counts;
  }

  return {
    kept(pollId) {
      const poll = polls.peek(pollId);
      return poll === undefined ? new Map() : keptOf(poll, poll.options.keys());
    },

    async get(votes) {
      const { pollId, publicIds } = votes;
      if (publicIds.length === 0) return new Map();
      const poll = pollOf(pollId);
      for (;;) {
        const rests = clock() < poll.restsUntil;
        const missing = publicIds.filter((publicId) => {
          const cached = poll.options.get(publicId);
          return cached === undefined || !serves(poll, cached);
        });
        if (missing.length === 0) {
          if (!rests && poll.counting === undefined) void start(poll, votes);
          return keptOf(poll, publicIds);
        }
        // After a failure, no count starts before the pause of the poll is over.
        if (rests && poll.failure !== undefined) throw poll.failure;
        if (poll.counting === undefined) {
          await start(poll, rests ? { ...votes, publicIds: missing } : votes);
        } else await poll.counting.catch(() => undefined);
      }
    },
  };
}

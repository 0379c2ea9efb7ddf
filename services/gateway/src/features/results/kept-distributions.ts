import type { Distribution } from "./distributions";

/** Counting takes at most a tenth of the time: after a count its poll rests nine times as long as it took. */
const REST_FACTOR = 9;
/** Who asks so much later than that waits for a new one. */
const LATE_FACTOR = 2;
const LATE_MS = 2_000;
/** Polls and their options together, at up to 25 kB each; the poll that nobody asked for longest goes first. */
const KEPT_MAX = 2_000;

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
  readonly distribution: Distribution;
  readonly servesUntil: number;
}

interface KeptPoll {
  readonly options: Map<string, Kept>;
  /** One count at a time. */
  counting: Promise<void> | undefined;
  restsUntil: number;
  /** What the last count failed by. */
  failure: unknown;
}

/** `clock` in milliseconds. */
export function createKeptDistributions(
  count: CountValues,
  clock: () => number = () => performance.now(),
): KeptDistributions {
  const polls = new Map<bigint, KeptPoll>();

  function pollOf(pollId: bigint): KeptPoll {
    const poll = polls.get(pollId) ?? {
      options: new Map(),
      counting: undefined,
      restsUntil: Number.NEGATIVE_INFINITY,
      failure: undefined,
    };
    // Insertion order is age.
    polls.delete(pollId);
    polls.set(pollId, poll);
    return poll;
  }

  function forgetOldest(): void {
    let kept = [...polls.values()].reduce((sum, poll) => sum + sizeOf(poll), 0);
    for (const [pollId, poll] of polls) {
      if (kept <= KEPT_MAX || polls.size === 1) return;
      if (poll.counting !== undefined) continue;
      polls.delete(pollId);
      kept -= sizeOf(poll);
    }
  }

  async function countAnew(pollId: bigint, poll: KeptPoll, due: readonly string[]): Promise<void> {
    const began = clock();
    let found: ReadonlyMap<string, Distribution> | undefined;
    try {
      found = await count(pollId, due);
      poll.failure = undefined;
    } catch (error) {
      poll.failure = error;
      throw error;
    } finally {
      const now = clock();
      const tookMs = now - began;
      poll.restsUntil = now + tookMs * REST_FACTOR;
      poll.counting = undefined;
      const servesUntil = poll.restsUntil + Math.max(LATE_MS, tookMs * LATE_FACTOR);
      for (const publicId of found === undefined ? [] : due) {
        const distribution = found?.get(publicId) ?? {};
        poll.options.set(publicId, { distribution, servesUntil });
      }
      forgetOldest();
    }
  }

  function start(pollId: bigint, poll: KeptPoll, due: readonly string[]): Promise<void> {
    const counting = countAnew(pollId, poll, due);
    poll.counting = counting;
    // Who is served meanwhile does not learn of a failure; who waits does.
    counting.catch(() => undefined);
    return counting;
  }

  return {
    async of(pollId, publicIds) {
      if (publicIds.length === 0) return new Map();
      const poll = pollOf(pollId);
      for (;;) {
        const now = clock();
        const rests = now < poll.restsUntil;
        const lacking = publicIds.filter((publicId) => {
          const kept = poll.options.get(publicId);
          return kept === undefined || (!rests && kept.servesUntil < now);
        });
        if (lacking.length === 0) {
          if (!rests && poll.counting === undefined) void start(pollId, poll, publicIds);
          return new Map(
            publicIds.map((publicId) => [publicId, poll.options.get(publicId)?.distribution ?? {}]),
          );
        }
        // After a failure nobody tries again before the poll has rested.
        if (rests && poll.failure !== undefined) throw poll.failure;
        if (poll.counting === undefined) await start(pollId, poll, rests ? lacking : publicIds);
        else await poll.counting.catch(() => undefined);
      }
    },
  };
}

const sizeOf = ({ options }: KeptPoll): number => 1 + options.size;

import type { Db } from "@polls/db/connection";
import { keepCount, readKeptCount } from "@polls/db/polls";
import { inLongSnapshot, type PrismaQueryable } from "@polls/db/sql";
import { readBallots } from "@polls/db/votes";
import type { Poll } from "@polls/domain/polls";
import { createBoundedCache } from "../../http/limits/bounded-cache";
import { createBoundedQueue } from "../../http/limits/bounded-queue";
import { countInThread } from "./count-in-thread";
import type { RatingSource } from "./load-siblings";
import {
  countFrom,
  countHere,
  countOf,
  fingerprintOf,
  loadFacts,
  measure,
  type PollCount,
  settingsOf,
  showsAll,
  sizeOf,
  storedText,
} from "./poll-count";

/** Polls with more options to vote on have no count, nor polls with more votes. */
const COUNTED_OPTIONS_MAX = 200;
const MARKS_MAX = 10_000_000;
/** Up to these numbers of options, and of ballots times options, a count is made where it is read. */
const OPTIONS_HERE_MAX = 30;
const MARKS_HERE_MAX = 3_000;
/** After a count, its poll is not counted for this time, or for this many times as long as it took. */
const REST_MS = 2_000;
const REST_FACTOR = 4;
/** A count of an active poll is stored at most this often, and none whose figures are longer. */
const STORE_EVERY_MS = 60_000;
const STORED_MAX = 4_000_000;
/** After a failed count. */
const FAILED_REST_MS = 30_000;
/** The number of tallies and pairs in memory. Each takes about 100 bytes. */
const FIGURES_MAX = 500_000;
const queueLimits = { concurrent: 1, maxWaiting: 100, maxWaitingOfKey: 2, timeoutMs: 30_000 };

/**
 * The counts of polls with a `counting_method`. Small ones are made where they are read. Large ones are made in a
 * thread; reads get the last complete one meanwhile, also one that another process stored
 * (docs/adr/0107-counts-are-made-in-threads.md).
 */
export interface PollCounts {
  /** `none`: no method, or too large. `pending`: the first one is being made; `waits` for it. */
  readonly of: (
    source: RatingSource | Db,
    poll: Poll,
    more?: { readonly waits: boolean },
  ) => Promise<PollCount | "none" | "pending">;
  /** Changes with each new count of the poll. */
  readonly versionOf: (pollId: bigint) => number;
}

interface KeptCount {
  readonly count: PollCount;
  readonly fingerprint: string | undefined;
  /** The settings of the count. A count with other settings is not served. */
  readonly settings: string;
  readonly finishedAt: number;
  readonly tookMs: number;
  readonly version: number;
}

export type CountFailed = (pollId: bigint, error: unknown) => void;

/** `clock` is in milliseconds. */
export function createPollCounts(
  clock: () => number = () => performance.now(),
  onFailure: CountFailed = () => undefined,
): PollCounts {
  const storedAt = new Map<bigint, number>();
  const entries = createBoundedCache<bigint, KeptCount>({
    sizeMax: FIGURES_MAX,
    sizeOf: ({ count }) => sizeOf(count),
    onEvict: (pollId) => storedAt.delete(pollId),
  });
  const counting = new Map<bigint, Promise<void>>();
  const failedAt = new Map<bigint, number>();
  const timers = new Map<bigint, NodeJS.Timeout>();
  const queue = createBoundedQueue({
    ...queueLimits,
    message: "Too many polls wait to be counted",
  });
  let version = 0;

  function keep(pollId: bigint, entry: Omit<KeptCount, "version">): KeptCount {
    version += 1;
    const kept = { ...entry, version };
    entries.set(pollId, kept);
    return kept;
  }

  async function countApart(db: Db, poll: Poll): Promise<void> {
    const beganAt = clock();
    const made = await inLongSnapshot(db, async (tx) => {
      const fingerprint = await fingerprintOf(tx, poll);
      const facts = await loadFacts(tx, poll);
      if (facts === undefined) return undefined;
      const { task, ...about } = facts;
      const ballots = readBallots(tx, poll.id, about.optionIds);
      return { fingerprint, count: countOf(about, await countInThread(task, ballots)) };
    });
    if (made === undefined) return;
    const finishedAt = clock();
    const settings = settingsOf(poll);
    keep(poll.id, { ...made, settings, finishedAt, tookMs: finishedAt - beganAt });
    await store(db, poll.id, { ...made, settings });
  }

  /** For gateways that start. A count that is not stored is served from memory all the same. */
  async function store(
    db: Db,
    pollId: bigint,
    { count, fingerprint, settings }: Pick<KeptCount, "count" | "fingerprint" | "settings">,
  ): Promise<void> {
    if (clock() - (storedAt.get(pollId) ?? Number.NEGATIVE_INFINITY) < STORE_EVERY_MS) return;
    const figures = storedText(count);
    if (figures.length > STORED_MAX) return;
    storedAt.set(pollId, clock());
    const { countedAt } = count;
    const row = { settings, fingerprint: fingerprint ?? null, countedAt, figures };
    await keepCount(db, pollId, row).catch(() => storedAt.delete(pollId));
  }

  /** The count that a process stored; it is made again at once. */
  async function stored(source: PrismaQueryable, poll: Poll): Promise<KeptCount | undefined> {
    const settings = settingsOf(poll);
    const row = await readKeptCount(source, poll.id, settings);
    const made = entries.peek(poll.id);
    if (made?.settings === settings) return made;
    if (row === undefined) return undefined;
    return keep(poll.id, {
      count: countFrom(row),
      fingerprint: row.fingerprint ?? undefined,
      settings,
      finishedAt: Number.NEGATIVE_INFINITY,
      tookMs: 0,
    });
  }

  function share(db: Db, poll: Poll): Promise<void> {
    const running = counting.get(poll.id);
    if (running !== undefined) return running;
    const started = queue
      .run(String(poll.id), () => countApart(db, poll))
      .then(
        () => void failedAt.delete(poll.id),
        (error: unknown) => {
          failedAt.set(poll.id, clock());
          onFailure(poll.id, error);
          throw error;
        },
      )
      .finally(() => counting.delete(poll.id));
    counting.set(poll.id, started);
    return started;
  }

  /** Counts in the background, once the rest after the last count is over. A failed count is tried by a later read. */
  function shareLater(db: Db, poll: Poll, { finishedAt, tookMs }: KeptCount): void {
    if (counting.has(poll.id) || timers.has(poll.id) || hasFailed(poll.id)) return;
    const restMs = Math.max(REST_MS, REST_FACTOR * tookMs) - (clock() - finishedAt);
    const timer = setTimeout(
      () => {
        timers.delete(poll.id);
        share(db, poll).catch(() => undefined);
      },
      Math.max(0, restMs),
    );
    timer.unref();
    timers.set(poll.id, timer);
  }

  const hasFailed = (pollId: bigint): boolean =>
    clock() - (failedAt.get(pollId) ?? Number.NEGATIVE_INFINITY) < FAILED_REST_MS;

  return {
    versionOf: (pollId) => entries.peek(pollId)?.version ?? 0,

    async of(source, poll, { waits } = { waits: false }) {
      if (poll.settings.counting_method === undefined) return "none";
      const fingerprint = await fingerprintOf(source, poll);
      const settings = settingsOf(poll);
      const last = entries.use(poll.id);
      let known = last?.settings === settings ? last : undefined;
      if (known !== undefined && known.fingerprint === fingerprint) return known.count;
      const { options, ballots } = await measure(source, poll);
      const marks = options * ballots;
      if (options > COUNTED_OPTIONS_MAX || marks > MARKS_MAX) return "none";
      const outside = "outside" in source;
      if (options <= OPTIONS_HERE_MAX && marks <= MARKS_HERE_MAX) {
        const count = await countHere(source, poll);
        // A transaction that writes may change the poll again under the same fingerprint.
        if (count !== undefined && outside) {
          keep(poll.id, { count, fingerprint, settings, finishedAt: clock(), tookMs: 0 });
        }
        return count ?? "none";
      }
      const db = outside ? source.outer : "snapshot" in source ? source : undefined;
      known ??= await stored(source, poll);
      if (known !== undefined && known.fingerprint === fingerprint) return known.count;
      if (known !== undefined && (await showsAll(source, poll, known.count))) {
        if (db !== undefined) shareLater(db, poll, known);
        return known.count;
      }
      if (db === undefined || hasFailed(poll.id)) return "pending";
      // A failure is found as such.
      const make = (on: Db) => share(on, poll).catch(() => undefined);
      if (waits && outside) source.restartAfter(make);
      void make(db);
      return "pending";
    },
  };
}

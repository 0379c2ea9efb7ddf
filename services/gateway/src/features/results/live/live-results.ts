import { setImmediate } from "node:timers/promises";
import { readPollFingerprints } from "@polls/db/polls";
import type { LiveSettings } from "../../../config";
import type { ServerDeps } from "../../../deps";
import { findRefused } from "./admit-readers";
import { type RenderNeeds, renderResults } from "./render-results";
import type { LiveResults, Subscriber } from "./stream-response";
import type { StreamSlots } from "./stream-slots";

interface Subscription extends Subscriber {
  /** Whether the results may have changed since the last event. */
  stale: boolean;
  beatAt: number;
  checkAt: number;
  readonly freeSlot: () => void;
}

interface WatchedPoll {
  readonly subscriptions: Set<Subscription>;
  fingerprint: string | undefined;
  /** When to check again after a change, because ranks of large sets may be slightly old. */
  checkAgainAt: number | undefined;
  renderedAt: number;
}

type Needs = RenderNeeds &
  Pick<ServerDeps, "log" | "closing"> & { readonly streamSlots: StreamSlots };

/** Longer than ranks and orders by rating may be old (docs/reference/ratings.md#freshness). */
const LAG_MS = 2_500;
/**
 * Changes that only time causes, such as an opening calendar door, are sent a minute late at most, including the
 * pauses between checks (docs/reference/results.md#live-stream).
 */
const CHECK_ALL_MS = 45_000;
/** Polls processed concurrently: few, because other requests need the database too. */
const CONCURRENCY = 4;
/** Checks query for a fifth of the time, unless they would be ten times slower than configured. */
const REST_FACTOR = 4;
const SLOWEST_FACTOR = 10;
/** Subscribers that get an event without a pause, in which other requests run. */
const SENT_AT_ONCE = 100;
/** Subscribers whose access is checked again per round, besides those that get an event. */
const ACCESS_CHECKS = 500;

/** After a failed read, the results of a poll are not read for this time. */
const FAILED_REST_MS = 5_000;

/**
 * Watches polls with subscribers (ADR 0013). One query finds the changed polls, whose results are
 * rendered once for each kind of reader.
 */
export function createLiveResults(deps: Needs, settings: LiveSettings): LiveResults {
  const { db, log, closing, streamSlots, ratingSnapshots } = deps;
  const polls = new Map<bigint, WatchedPoll>();
  let timer: NodeJS.Timeout | undefined;
  let checking = false;
  let checkAllAt = 0;

  const all = () => [...polls.values()].flatMap(({ subscriptions }) => [...subscriptions]);

  function schedule(delayMs: number): void {
    if (timer !== undefined || checking || polls.size === 0) return;
    timer = setTimeout(() => void check(), delayMs);
    timer.unref();
  }

  async function check(): Promise<void> {
    timer = undefined;
    checking = true;
    const startedAt = performance.now();
    let askedMs = 0;
    sendHeartbeats(startedAt);
    try {
      await markStale(startedAt);
      askedMs = performance.now() - startedAt;
      await forEachLimited(dueAt(startedAt), async (poll) => {
        const beganAt = performance.now();
        askedMs += await notify(poll).catch((err: unknown) => {
          log.warn({ err }, "the live results of a poll wait for the database");
          // Other polls are not to wait for a poll whose results cannot be read.
          poll.renderedAt = performance.now() + FAILED_REST_MS;
          return performance.now() - beganAt;
        });
      });
      await checkAccess(startedAt);
    } catch (err) {
      log.warn({ err }, "live results wait for the database");
    }
    checking = false;
    const { everyMs } = settings;
    // A change waits for the next check and for the next event of its poll. Both take at most
    // `everyMs`.
    schedule(Math.min(Math.max(everyMs / 2, REST_FACTOR * askedMs), SLOWEST_FACTOR * everyMs));
  }

  async function markStale(now: number): Promise<void> {
    const fingerprints = await readPollFingerprints(db, [...polls.keys()]);
    const checkAll = now >= checkAllAt;
    if (checkAll) checkAllAt = now + CHECK_ALL_MS;
    for (const [pollId, poll] of polls) {
      // A large count is complete some time after the votes that it counts.
      const counted = ratingSnapshots.counts.versionOf(pollId);
      const fingerprint = `${fingerprints.get(pollId)} ${counted}`;
      const changed = fingerprint !== poll.fingerprint;
      const due = poll.checkAgainAt !== undefined && now >= poll.checkAgainAt;
      if (changed) poll.checkAgainAt = now + LAG_MS;
      else if (due) poll.checkAgainAt = undefined;
      poll.fingerprint = fingerprint;
      if (changed || due || checkAll) for (const one of poll.subscriptions) one.stale = true;
    }
  }

  /** Polls with subscribers to notify, unless they got an event a moment ago. */
  const dueAt = (now: number): readonly WatchedPoll[] =>
    [...polls.values()].filter(
      (poll) => now - poll.renderedAt >= settings.everyMs && waitingOf(poll).length > 0,
    );

  /** The subscribers to notify. A subscriber that does not read is notified after it has read. */
  const waitingOf = ({ subscriptions }: WatchedPoll): readonly Subscription[] =>
    [...subscriptions].filter((one) => one.stale && !one.isFull());

  /** Returns how long the database was queried, in milliseconds. */
  async function notify(poll: WatchedPoll): Promise<number> {
    poll.renderedAt = performance.now();
    let askedMs = 0;
    let readers = waitingOf(poll);
    while (readers.length > 0) {
      const startedAt = performance.now();
      const { events, refused, waiting } = await renderResults(readers, deps);
      askedMs += performance.now() - startedAt;
      refuse(refused);
      let sent = 0;
      for (const { event, readers: group } of events) {
        for (const one of group) {
          if (one.send(event)) one.stale = false;
          if (++sent % SENT_AT_ONCE === 0) await setImmediate();
        }
      }
      readers = waiting;
    }
    return askedMs;
  }

  /** Ends the connections of clients without access. Their next request gets the reason. */
  function refuse(refused: readonly Subscription[]): void {
    for (const one of refused) {
      close(one);
      one.end();
    }
  }

  /** Heartbeats need no database: without them, proxies would close the connections. */
  function sendHeartbeats(now: number): void {
    for (const one of all()) {
      if (one.beatAt > now) continue;
      one.beatAt = now + settings.beatMs;
      one.heartbeat();
    }
  }

  async function checkAccess(now: number): Promise<void> {
    const due = [...polls.values()].map(({ subscriptions }) =>
      [...subscriptions].filter(({ checkAt }) => checkAt <= now),
    );
    let left = ACCESS_CHECKS;
    await forEachLimited(due, async (subscriptions) => {
      const checked = subscriptions.slice(0, left);
      left -= checked.length;
      if (checked.length === 0) return;
      refuse(await findRefused(checked, deps));
      // A check that failed is repeated in the next round.
      for (const one of checked) one.checkAt = now + settings.beatMs;
    });
  }

  function close(one: Subscription): void {
    const poll = polls.get(one.pollId);
    if (poll?.subscriptions.delete(one) !== true) return;
    if (poll.subscriptions.size === 0) polls.delete(one.pollId);
    one.freeSlot();
    if (polls.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  }

  closing.addEventListener("abort", () => refuse(all()));

  return {
    requireCapacity: streamSlots.require,
    subscribe(subscriber) {
      const now = performance.now();
      const one: Subscription = {
        ...subscriber,
        stale: true,
        beatAt: now + settings.beatMs,
        checkAt: now + settings.beatMs,
        freeSlot: streamSlots.take(subscriber.client),
      };
      const poll = polls.get(one.pollId) ?? {
        subscriptions: new Set(),
        fingerprint: undefined,
        checkAgainAt: undefined,
        renderedAt: Number.NEGATIVE_INFINITY,
      };
      if (polls.size === 0) checkAllAt = now + CHECK_ALL_MS;
      polls.set(one.pollId, poll);
      poll.subscriptions.add(one);
      schedule(0);
      return { close: () => close(one) };
    },
  };
}

/** Runs work for each item, a few concurrently. Throws the first error after all have ended. */
async function forEachLimited<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  });
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === "rejected");
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
}

import { readPollFingerprints } from "@polls/db";
import type { PollCaller } from "@polls/domain/access";
import { Refusal, TooManyRequests } from "@polls/domain/refusals";
import type { LiveSettings } from "../../../config";
import type { Deps } from "../../../deps";
import { Problem, unavailable } from "../../../http/replies/problem";
import { readResultEvent, viewKeyOf } from "./result-event";
import type { ResultEvent } from "./stream-response";
import type { LiveResults, Subscriber } from "./subscriber";

interface Subscription extends Subscriber {
  /** The results may have changed since the last event. */
  stale: boolean;
}

interface WatchedPoll {
  readonly subscriptions: Set<Subscription>;
  fingerprint: string | undefined;
  /** When to check once more after a change, as placements of large sets lag. */
  checkAgainAt: number | undefined;
}

type Needs = Pick<Deps, "config" | "db" | "ratingSnapshots" | "voteCountCache" | "log" | "ending">;

/** Longer than placements and orders by rating may lag (docs/reference/ratings.md#freshness). */
const LAG_MS = 2_500;
/** Changes that only time makes, such as an opening calendar door, are sent after this time at the latest. */
const CHECK_ALL_MS = 60_000;
const RETRY_AFTER_SECONDS = 10;
/** Subscribers processed at a time: other requests need the database too. */
const CONCURRENCY = 4;
/** Checks use a tenth of the time at most, unless that made them ten times slower than configured. */
const REST_FACTOR = 9;
const SLOWEST_FACTOR = 10;

/**
 * Watches polls with subscribers (ADR 0013). One query a second finds the polls that have changed. Their results
 * are read once for all subscribers with the same view.
 */
export function createLiveResults(deps: Needs, settings: LiveSettings): LiveResults {
  const { db, log, ending } = deps;
  const polls = new Map<bigint, WatchedPoll>();
  const connectionsOf = new Map<string, number>();
  let connections = 0;
  let timer: NodeJS.Timeout | undefined;
  let checking = false;
  let heartbeatAt = 0;
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
    try {
      await markStale(startedAt);
      await notifyStale();
      await sendHeartbeats(startedAt);
    } catch (err) {
      log.warn({ err }, "live results wait for the database");
    }
    checking = false;
    const rest = REST_FACTOR * (performance.now() - startedAt);
    schedule(Math.min(Math.max(settings.everyMs, rest), SLOWEST_FACTOR * settings.everyMs));
  }

  async function markStale(now: number): Promise<void> {
    const fingerprints = await readPollFingerprints(db, [...polls.keys()]);
    const checkAll = now >= checkAllAt;
    if (checkAll) checkAllAt = now + CHECK_ALL_MS;
    for (const [pollId, poll] of polls) {
      const fingerprint = fingerprints.get(pollId);
      const changed = fingerprint !== poll.fingerprint;
      const due = poll.checkAgainAt !== undefined && now >= poll.checkAgainAt;
      if (changed) poll.checkAgainAt = now + LAG_MS;
      else if (due) poll.checkAgainAt = undefined;
      poll.fingerprint = fingerprint;
      if (changed || due || checkAll) for (const one of poll.subscriptions) one.stale = true;
    }
  }

  async function notifyStale(): Promise<void> {
    for (const { subscriptions } of polls.values()) {
      const views = new Map<string, Promise<ResultEvent>>();
      const stale = [...subscriptions].filter((one) => one.stale);
      await forEachLimited(stale, (one) => notify(one, views));
    }
  }

  async function notify(
    one: Subscription,
    views: Map<string, Promise<ResultEvent>>,
  ): Promise<void> {
    const caller = await admit(one);
    if (caller === undefined) return;
    const key = await viewKeyOf(db, caller, one.query);
    const view = views.get(key) ?? readResultEvent(caller, one.query, deps);
    views.set(key, view);
    try {
      if (one.send(await view)) one.stale = false;
    } catch (error) {
      endIfRefused(one, error);
    }
  }

  /** Ends the connection of a client that is not admitted any more; its next request gets the reason. */
  async function admit(one: Subscription): Promise<PollCaller | undefined> {
    try {
      return await one.admit();
    } catch (error) {
      endIfRefused(one, error);
      return undefined;
    }
  }

  function endIfRefused(one: Subscription, error: unknown): void {
    const refused = error instanceof Refusal || (error instanceof Problem && error.status < 500);
    if (!refused) throw error;
    close(one);
    one.end();
  }

  async function sendHeartbeats(now: number): Promise<void> {
    if (now < heartbeatAt) return;
    heartbeatAt = now + settings.beatMs;
    const subscriptions = all();
    for (const one of subscriptions) one.heartbeat();
    await forEachLimited(subscriptions, async (one) => void (await admit(one)));
  }

  function close(one: Subscription): void {
    const poll = polls.get(one.pollId);
    if (poll?.subscriptions.delete(one) !== true) return;
    if (poll.subscriptions.size === 0) polls.delete(one.pollId);
    connections -= 1;
    const left = (connectionsOf.get(one.client) ?? 0) - 1;
    if (left > 0) connectionsOf.set(one.client, left);
    else connectionsOf.delete(one.client);
    if (polls.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  }

  ending.addEventListener("abort", () => {
    for (const one of all()) {
      close(one);
      one.end();
    }
  });

  return {
    requireCapacity(client) {
      if ((connectionsOf.get(client) ?? 0) >= settings.connectionsOfClient) {
        throw new TooManyRequests(RETRY_AFTER_SECONDS, "too_many_streams");
      }
      if (ending.aborted || connections >= settings.connections) {
        throw unavailable("No more results can be streamed now", RETRY_AFTER_SECONDS);
      }
    },
    subscribe(subscriber) {
      const one: Subscription = { ...subscriber, stale: true };
      const poll = polls.get(one.pollId) ?? {
        subscriptions: new Set(),
        fingerprint: undefined,
        checkAgainAt: undefined,
      };
      if (polls.size === 0) {
        const now = performance.now();
        heartbeatAt = now + settings.beatMs;
        checkAllAt = now + CHECK_ALL_MS;
      }
      polls.set(one.pollId, poll);
      poll.subscriptions.add(one);
      connections += 1;
      connectionsOf.set(one.client, (connectionsOf.get(one.client) ?? 0) + 1);
      schedule(settings.everyMs);
      return { close: () => close(one) };
    },
  };
}

/** Runs work for each item, a few at a time; the first error is thrown once all are done. */
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

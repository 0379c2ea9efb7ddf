import { readPollFingerprints } from "@polls/db";
import { Refusal, TooManyRequests } from "@polls/domain/refusals";
import type { LiveSettings } from "../../../config";
import type { Deps } from "../../../deps";
import { Problem, unavailable } from "../../../http/replies/problem";
import type { PollCaller } from "../../options/visible-option";
import { type ResultEvent, readResultEvent, viewKeyOf } from "./result-event";

/** Somebody who waits for news of a poll's results. */
export interface Listener {
  readonly pollId: bigint;
  /** Whose connections are counted together. */
  readonly client: string;
  readonly query: URLSearchParams;
  /** Lets the listener in again, as a request of now would be; throws what that would be answered. */
  readonly enter: () => Promise<PollCaller>;
  /** Takes results; false: it has not taken in what it was sent before, and gets them later. */
  readonly tell: (event: ResultEvent) => boolean;
  /** Shows both sides that the connection lives. */
  readonly beat: () => void;
  /** Ends the connection: the listener may not listen any more, or the process ends. */
  readonly end: () => void;
}

export interface LiveResults {
  /** Throws 429 or 503 where there is no room for one more connection of the client. */
  readonly demandRoom: (client: string) => void;
  /** Tells the listener of news until it is closed. */
  readonly listen: (listener: Listener) => { readonly close: () => void };
}

interface Listening extends Listener {
  /** It has not been told yet what there may be to tell. */
  stale: boolean;
}

interface Watch {
  readonly listeners: Set<Listening>;
  fingerprint: string | undefined;
  /** Ranks of large sets lag behind: when to look once more after a change. */
  lookAgainAt: number | undefined;
}

type Needs = Pick<
  Deps,
  "config" | "db" | "ratingSnapshots" | "keptDistributions" | "log" | "ending"
>;

/** Longer than ranks and orders by rating may lag (decisions 6). */
const LAG_MS = 2_500;
/** What hangs on the time alone, such as a door of a calendar that opens, is seen so late. */
const LOOK_AT_LATEST_MS = 60_000;
const RETRY_AFTER_SECONDS = 10;
/** Listeners who are let in at a time: they share the database with everybody else. */
const AT_A_TIME = 4;
/** The database is asked for at most a tenth of the time, as long as that delays news tenfold at most. */
const REST_FACTOR = 9;
const SLOWEST_FACTOR = 10;

/**
 * Watches the polls that somebody listens to. One query a second tells which of them have changed;
 * their results are read once for all who see the same, and told to whom they are new (ADR 0013).
 */
export function createLiveResults(deps: Needs, settings: LiveSettings): LiveResults {
  const { db, log, ending } = deps;
  const watches = new Map<bigint, Watch>();
  const clients = new Map<string, number>();
  let connections = 0;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let beatAt = 0;
  let lookAllAt = 0;

  const all = () => [...watches.values()].flatMap(({ listeners }) => [...listeners]);

  function schedule(delayMs: number): void {
    if (timer !== undefined || looking || watches.size === 0) return;
    timer = setTimeout(() => void look(), delayMs);
    timer.unref();
  }

  async function look(): Promise<void> {
    timer = undefined;
    looking = true;
    const began = performance.now();
    try {
      await noteChanges(began);
      await tellStale();
      await beat(began);
    } catch (err) {
      log.warn({ err }, "live results wait for the database");
    }
    looking = false;
    const rest = REST_FACTOR * (performance.now() - began);
    schedule(Math.min(Math.max(settings.everyMs, rest), SLOWEST_FACTOR * settings.everyMs));
  }

  async function noteChanges(now: number): Promise<void> {
    const fingerprints = await readPollFingerprints(db, [...watches.keys()]);
    const lookAll = now >= lookAllAt;
    if (lookAll) lookAllAt = now + LOOK_AT_LATEST_MS;
    for (const [pollId, watch] of watches) {
      const fingerprint = fingerprints.get(pollId);
      const changed = fingerprint !== watch.fingerprint;
      const due = watch.lookAgainAt !== undefined && now >= watch.lookAgainAt;
      if (changed) watch.lookAgainAt = now + LAG_MS;
      else if (due) watch.lookAgainAt = undefined;
      watch.fingerprint = fingerprint;
      if (changed || due || lookAll) for (const one of watch.listeners) one.stale = true;
    }
  }

  async function tellStale(): Promise<void> {
    for (const { listeners } of watches.values()) {
      const views = new Map<string, Promise<ResultEvent>>();
      await eachAtATime(
        [...listeners].filter(({ stale }) => stale),
        (one) => tellNews(one, views),
      );
    }
  }

  async function tellNews(one: Listening, views: Map<string, Promise<ResultEvent>>): Promise<void> {
    const caller = await enter(one);
    if (caller === undefined) return;
    const key = await viewKeyOf(db, caller, one.query);
    const view = views.get(key) ?? readResultEvent(caller, one.query, deps);
    views.set(key, view);
    try {
      if (one.tell(await view)) one.stale = false;
    } catch (error) {
      endIfRefused(one, error);
    }
  }

  /** Who is not let in any more is told by the end of the connection: the next request says why. */
  async function enter(one: Listening): Promise<PollCaller | undefined> {
    try {
      return await one.enter();
    } catch (error) {
      endIfRefused(one, error);
      return undefined;
    }
  }

  function endIfRefused(one: Listening, error: unknown): void {
    const refused = error instanceof Refusal || (error instanceof Problem && error.status < 500);
    if (!refused) throw error;
    close(one);
    one.end();
  }

  async function beat(now: number): Promise<void> {
    if (now < beatAt) return;
    beatAt = now + settings.beatMs;
    const listeners = all();
    for (const one of listeners) one.beat();
    await eachAtATime(listeners, async (one) => void (await enter(one)));
  }

  function close(one: Listening): void {
    const watch = watches.get(one.pollId);
    if (watch?.listeners.delete(one) !== true) return;
    if (watch.listeners.size === 0) watches.delete(one.pollId);
    connections -= 1;
    const left = (clients.get(one.client) ?? 0) - 1;
    if (left > 0) clients.set(one.client, left);
    else clients.delete(one.client);
    if (watches.size === 0) clearTimeout(timer);
    if (watches.size === 0) timer = undefined;
  }

  ending.addEventListener("abort", () => {
    for (const one of all()) {
      close(one);
      one.end();
    }
  });

  return {
    demandRoom(client) {
      if ((clients.get(client) ?? 0) >= settings.connectionsOfClient) {
        throw new TooManyRequests(RETRY_AFTER_SECONDS, "too_many_streams");
      }
      if (ending.aborted || connections >= settings.connections) {
        throw unavailable("No more results can be streamed now", RETRY_AFTER_SECONDS);
      }
    },
    listen(listener) {
      const one: Listening = { ...listener, stale: true };
      const watch = watches.get(one.pollId) ?? {
        listeners: new Set(),
        fingerprint: undefined,
        lookAgainAt: undefined,
      };
      if (watches.size === 0) {
        const now = performance.now();
        beatAt = now + settings.beatMs;
        lookAllAt = now + LOOK_AT_LATEST_MS;
      }
      watches.set(one.pollId, watch);
      watch.listeners.add(one);
      connections += 1;
      clients.set(one.client, (clients.get(one.client) ?? 0) + 1);
      schedule(settings.everyMs);
      return { close: () => close(one) };
    },
  };
}

/** Does something for each, a few at a time; what one throws is thrown once all are done. */
async function eachAtATime<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const hands = Array.from({ length: AT_A_TIME }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  });
  const failed = (await Promise.allSettled(hands)).find(({ status }) => status === "rejected");
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
}

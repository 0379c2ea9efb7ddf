import { keep, readKept } from "../parts/form/draft";
import type { VoteValue } from "./controls";
import { keyOf, type Place } from "./place";

/** A vote that the visitor cast or changed. */
export interface Change {
  readonly place: Place;
  /** `null` is an abstention; undefined withdraws the vote. */
  readonly value: VoteValue | null | undefined;
  /** The idempotency key of the request. */
  readonly requestKey: string;
}

/** Votes that are not answered yet. */
export interface Unsent {
  readonly kept: () => readonly Change[];
  /** Stores a change until it is answered, replacing an earlier change of the same vote. */
  readonly keep: (change: Change) => void;
  /** Sends what is stored again later. */
  readonly sendLater: () => void;
  /** Drops a change, because it was answered. */
  readonly forget: (change: Change) => void;
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
const KEY_BYTES = 16;

/** A key for a request, of 128 random bits. */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/**
 * Stores votes until they are answered, and sends those again that could not be sent: when the device is online again,
 * when the page becomes visible, and periodically.
 * @param place The storage key in the tab, to survive reloads.
 */
export function keepUnsent({
  place,
  send,
}: {
  readonly place: string;
  readonly send: (changes: readonly Change[]) => void;
}): Unsent {
  const changes = new Map<string, Change>();
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function store(): void {
    keep(place, changes.size === 0 ? undefined : [...changes.values()]);
  }

  function sendAll(): void {
    clearTimeout(timer);
    timer = undefined;
    if (changes.size > 0) send([...changes.values()]);
  }

  function sendLater(): void {
    if (timer !== undefined) return;
    timer = setTimeout(sendAll, wait * (0.5 + Math.random()));
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }

  // A text that is being typed is saved like one that is left.
  addEventListener("pagehide", () => (document.activeElement as HTMLElement | null)?.blur());
  addEventListener("online", sendAll);
  document.addEventListener("visibilitychange", () => !document.hidden && sendAll());
  for (const change of readKept<readonly Change[]>(place) ?? [])
    changes.set(keyOf(change.place), change);
  if (changes.size > 0) timer = setTimeout(sendAll, 0);

  return {
    kept: () => [...changes.values()],
    keep(change) {
      changes.set(keyOf(change.place), change);
      store();
    },
    sendLater,
    forget({ place: ofVote, requestKey }) {
      wait = FIRST_WAIT_MS;
      const key = keyOf(ofVote);
      if (changes.get(key)?.requestKey !== requestKey) return;
      changes.delete(key);
      store();
    },
  };
}

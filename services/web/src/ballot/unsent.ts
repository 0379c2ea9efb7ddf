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

/** Votes that could not be sent. */
export interface Unsent {
  readonly kept: () => readonly Change[];
  /** Stores a change until it is sent, replacing an earlier change of the same vote. */
  readonly keep: (change: Change) => void;
  /** Drops the stored change of a vote, because it was answered or replaced. */
  readonly forget: (place: Place) => void;
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
 * Stores votes that could not be sent, and sends them again: when the device is online again, when the page becomes
 * visible, and periodically.
 * @param place The storage key in the tab, to survive reloads; undefined: not stored. Browsers may refuse.
 */
export function keepUnsent({
  place,
  send,
}: {
  readonly place: string | undefined;
  readonly send: (changes: readonly Change[]) => void;
}): Unsent {
  const changes = new Map<string, Change>();
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function store(): void {
    if (place === undefined) return;
    try {
      if (changes.size === 0) sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, JSON.stringify([...changes.values()]));
    } catch {
      // Without storage they are kept while the page is open.
    }
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

  addEventListener("online", sendAll);
  document.addEventListener("visibilitychange", () => !document.hidden && sendAll());
  for (const change of readFrom(place)) changes.set(keyOf(change.place), change);
  if (changes.size > 0) timer = setTimeout(sendAll, 0);

  return {
    kept: () => [...changes.values()],
    keep(change) {
      changes.set(keyOf(change.place), change);
      store();
      sendLater();
    },
    forget(ofVote) {
      wait = FIRST_WAIT_MS;
      if (changes.delete(keyOf(ofVote))) store();
    },
  };
}

function readFrom(place: string | undefined): readonly Change[] {
  if (place === undefined) return [];
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "[]") as readonly Change[];
  } catch {
    return [];
  }
}

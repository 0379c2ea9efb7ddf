import type { IncomingMessage } from "node:http";
import { badRequest, type Problem } from "../replies/problem";

/** How slowly a body may come (docs/reference/requests.md#slow-bodies). */
export interface BodyPace {
  /** The least bytes of each window of `windowMs`, until the body is complete. */
  readonly windowMs: number;
  readonly leastBytes: number;
  /** The time for the whole body. */
  readonly deadlineMs: number;
}

/** A body that is read. Moments are of `performance.now()`. */
interface WatchedBody {
  readonly request: IncomingMessage;
  readonly pace: BodyPace;
  readonly fail: (problem: Problem) => void;
  readonly deadline: number;
  windowEnd: number;
  /** Of its connection, when the window began. */
  bytesBefore: number;
  /** The reader paused the request in this window. */
  paused: boolean;
}

const LOOK_MS = 100;

/** A longer time between two looks is a stall of the gateway. */
const STALL_MS = 2 * LOOK_MS;

// One timer looks at all bodies.
const watched = new Set<WatchedBody>();
let looks: NodeJS.Timeout | undefined;
let lookedAt = 0;

/**
 * Watches a body that is read, and calls `fail` once when it comes too slowly. Windows in which the reader
 * pauses the request do not count: then our storage is the slow part. Nor does the time in which the
 * gateway stalls. Returns the end of the watch.
 */
export function watchPace(
  request: IncomingMessage,
  pace: BodyPace,
  fail: (problem: Problem) => void,
): () => void {
  let body: WatchedBody | undefined;
  let ended = false;
  // Most bodies come with their heads, and are complete once the parser has gone on.
  queueMicrotask(() => {
    if (ended || request.complete) return;
    const now = performance.now();
    body = {
      request,
      pace,
      fail,
      deadline: now + pace.deadlineMs,
      windowEnd: now + pace.windowMs,
      bytesBefore: request.socket.bytesRead,
      paused: false,
    };
    watch(body, now);
  });
  return () => {
    ended = true;
    if (body !== undefined) forget(body);
  };
}

function watch(body: WatchedBody, now: number): void {
  if (looks === undefined) {
    looks = setInterval(look, LOOK_MS);
    lookedAt = now;
  }
  watched.add(body);
}

function forget(body: WatchedBody): void {
  watched.delete(body);
  if (watched.size > 0) return;
  clearInterval(looks);
  looks = undefined;
}

function look(): void {
  const now = performance.now();
  const elapsed = now - lookedAt;
  lookedAt = now;
  for (const body of watched) {
    if (elapsed > STALL_MS) body.windowEnd += elapsed;
    if (!comesTooSlowly(body, now)) continue;
    forget(body);
    body.fail(badRequest("The body came too slowly"));
  }
}

/** Also begins the next window of a body. */
function comesTooSlowly(body: WatchedBody, now: number): boolean {
  const { request, pace, deadline, windowEnd } = body;
  if (now >= deadline) return true;
  if (request.isPaused()) body.paused = true;
  if (now < windowEnd) return false;
  const { bytesRead } = request.socket;
  if (!body.paused && bytesRead - body.bytesBefore < pace.leastBytes) return true;
  Object.assign(body, { windowEnd: now + pace.windowMs, bytesBefore: bytesRead, paused: false });
  return false;
}

import type { IncomingMessage } from "node:http";
import { badRequest, type Problem } from "../replies/problem";

/** How slowly a body may arrive (docs/reference/requests.md#slow-bodies). */
export interface BodyPace {
  /** Until the body is complete, each window must bring at least `leastBytes`. */
  readonly windowMs: number;
  readonly leastBytes: number;
  readonly deadlineMs: number;
}

/** A body that is being read. Times are those of `performance.now()`. */
interface WatchedBody {
  readonly request: IncomingMessage;
  readonly pace: BodyPace;
  readonly fail: (problem: Problem) => void;
  deadline: number;
  windowEnd: number;
  /** The number of bytes that its connection had received when the window began. */
  bytesBefore: number;
  /** The reader paused the request in this window. */
  paused: boolean;
}

const CHECK_INTERVAL_MS = 100;

/** If two checks are further apart than this, the gateway has stalled. */
const STALL_MS = 2 * CHECK_INTERVAL_MS;

// One timer checks all bodies.
const watched = new Set<WatchedBody>();
let timer: NodeJS.Timeout | undefined;
let checkedAt = 0;

/**
 * Watches a body that is being read, and calls `fail` once if it arrives too slowly. A window in
 * which the reader paused the request does not count, because our storage is the slow part then.
 * The time of a stall of the gateway does not count either. Returns a function that ends the watch.
 */
export function watchPace(
  request: IncomingMessage,
  pace: BodyPace,
  fail: (problem: Problem) => void,
): () => void {
  const now = performance.now();
  const body: WatchedBody = {
    request,
    pace,
    fail,
    deadline: now + pace.deadlineMs,
    windowEnd: now + pace.windowMs,
    bytesBefore: request.socket.bytesRead,
    paused: false,
  };
  watch(body, now);
  return () => forget(body);
}

function watch(body: WatchedBody, now: number): void {
  if (timer === undefined) {
    timer = setInterval(checkAll, CHECK_INTERVAL_MS);
    checkedAt = now;
  }
  watched.add(body);
}

function forget(body: WatchedBody): void {
  watched.delete(body);
  if (watched.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

function checkAll(): void {
  const now = performance.now();
  const elapsed = now - checkedAt;
  checkedAt = now;
  for (const body of watched) {
    if (elapsed > STALL_MS) {
      body.windowEnd += elapsed;
      body.deadline += elapsed;
    }
    if (!comesTooSlowly(body, now)) continue;
    forget(body);
    body.fail(badRequest("The body arrived too slowly"));
  }
}

/** Also starts the next window of the body. */
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

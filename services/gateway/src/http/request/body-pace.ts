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

/**
 * Watches a body that is read, and calls `fail` once when it comes too slowly. Windows in which the reader
 * pauses the request do not count: then our storage is the slow part. Returns the end of the watch.
 */
export function watchPace(
  request: IncomingMessage,
  { windowMs, leastBytes, deadlineMs }: BodyPace,
  fail: (problem: Problem) => void,
): () => void {
  // Most bodies come with their headers.
  if (request.complete) return () => {};
  let received = 0;
  let paused = false;
  const count = (chunk: Buffer) => {
    received += chunk.length;
  };
  const pause = () => {
    paused = true;
  };
  const stop = () => {
    clearInterval(windows);
    clearTimeout(deadline);
    request.off("data", count).off("pause", pause);
  };
  const giveUp = () => {
    stop();
    fail(badRequest("The body came too slowly"));
  };
  const windows = setInterval(() => {
    if (!paused && received < leastBytes) return giveUp();
    received = 0;
    paused = request.isPaused();
  }, windowMs);
  const deadline = setTimeout(giveUp, deadlineMs);
  request.on("data", count).on("pause", pause);
  return stop;
}

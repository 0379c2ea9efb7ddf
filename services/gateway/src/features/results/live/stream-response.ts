import type { Response } from "express";
import type { ResultEvent } from "./result-event";

/** What a stream of events goes with: nobody on the way may keep it, or wait for more of it. */
export const streamHeaders = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
} as const;

/** After this a client that lost its connection comes again. */
const RETRY_MS = 2_000;

/** The response as a stream of server-sent events. */
export interface EventStream {
  /** Sends results unless they were the last that it sent; false: it has no room for them now. */
  readonly tell: (event: ResultEvent) => boolean;
  /** Cuts off who has taken in nothing since the beat before. */
  readonly beat: () => void;
  readonly end: () => void;
}

/** Begins a stream for a client that has seen the results of `lastEventId`, if it says so. */
export function openEventStream(response: Response, lastEventId: string | undefined): EventStream {
  let lastId = lastEventId;
  let wasFull = false;
  response.write(`retry: ${RETRY_MS}\n\n`);
  return {
    tell({ id, data }) {
      if (id === lastId || response.writableEnded) return true;
      if (response.writableNeedDrain) return false;
      lastId = id;
      response.write(`event: results\nid: ${id}\ndata: ${data}\n\n`);
      return true;
    },
    beat() {
      if (response.writableEnded) return;
      if (response.writableNeedDrain && wasFull) response.destroy();
      else if (!response.writableNeedDrain) response.write(":\n\n");
      wasFull = response.writableNeedDrain;
    },
    end: () => void response.end(),
  };
}

import type { Response } from "express";

/** Results at one moment. The id is a hash of the data, so that all gateways give the same one. */
export interface ResultEvent {
  readonly id: string;
  /** The event as it is sent. All subscribers share it, and so do their buffers. */
  readonly frame: Buffer;
}

/** No cache may store the stream, and no proxy may buffer it. */
export const streamHeaders = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const;

/** Clients reconnect after this time. */
const RETRY_MS = 2_000;

/** A response that sends server-sent events. */
export interface EventStream {
  /** The client has not read the last event yet. */
  readonly isFull: () => boolean;
  /** Sends an event unless it was the last one sent; false: the buffer is full. */
  readonly send: (event: ResultEvent) => boolean;
  /** Shows that the connection is alive; closes it when the client has read nothing since the last heartbeat. */
  readonly heartbeat: () => void;
  readonly end: () => void;
}

/** Starts an event stream; `lastEventId` is the last event that the client has. */
export function openEventStream(response: Response, lastEventId: string | undefined): EventStream {
  let lastId = lastEventId;
  let wasFull = false;
  response.write(`retry: ${RETRY_MS}\n\n`);
  return {
    isFull: () => response.writableNeedDrain,
    send({ id, frame }) {
      if (id === lastId || response.writableEnded) return true;
      if (response.writableNeedDrain) return false;
      lastId = id;
      response.write(frame);
      return true;
    },
    heartbeat() {
      if (response.writableEnded) return;
      if (response.writableNeedDrain && wasFull) response.destroy();
      else if (!response.writableNeedDrain) response.write(":\n\n");
      wasFull = response.writableNeedDrain;
    },
    end: () => void response.end(),
  };
}

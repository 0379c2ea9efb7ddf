import type { PollRequest } from "@polls/domain/access";
import type { Response } from "express";
import type { Credentials } from "../../../http/routing/authenticate";

/** The results at one moment. The id is a hash of the data, so it is the same at all gateways. */
export interface ResultEvent {
  readonly id: string;
  /** The bytes of the event. All subscribers share them, also in their buffers. */
  readonly frame: Buffer;
}

/** Caches may not store the stream, and proxies may not buffer it. */
export const streamHeaders = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const;

/** Clients reconnect after this time. */
const RETRY_MS = 2_000;

export interface EventStream {
  /** Whether the client has not read the last event yet. */
  readonly isFull: () => boolean;
  /** Sends an event, unless it equals the last one. Returns false if the buffer is full. */
  readonly send: (event: ResultEvent) => boolean;
  /** Shows that the connection is alive. Closes it if the client has not read since the last one. */
  readonly heartbeat: () => void;
  readonly end: () => void;
}

/** Starts an event stream. `lastEventId` is the last event that the client has. */
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

/** There may be many, so a subscriber keeps little of its request. */
export interface Subscriber extends EventStream {
  readonly pollId: bigint;
  /** Connections of the same client are counted together. */
  readonly client: string;
  readonly query: string;
  readonly credentials: Credentials;
  /** The request, which is authenticated and admitted again later. */
  readonly request: Omit<PollRequest, "actor">;
}

export interface LiveResults {
  /** Throws 429 or 503 if the client or the process has too many connections. */
  readonly requireCapacity: (client: string) => void;
  /** Sends results to the subscriber until it is closed, the first ones at once. */
  readonly subscribe: (subscriber: Subscriber) => { readonly close: () => void };
}

import type { PollCaller } from "@polls/domain/access";
import type { EventStream } from "./stream-response";

/** A connection that receives the results of a poll. */
export interface Subscriber extends EventStream {
  readonly pollId: bigint;
  /** Connections of the same client count together. */
  readonly client: string;
  readonly query: URLSearchParams;
  /** Authenticates and admits the client again. Throws what a new request would get. */
  readonly admit: () => Promise<PollCaller>;
}

export interface LiveResults {
  /** Throws 429 or 503 when the client or the process has too many connections. */
  readonly requireCapacity: (client: string) => void;
  /** Sends results to the subscriber until it is closed. */
  readonly subscribe: (subscriber: Subscriber) => { readonly close: () => void };
}

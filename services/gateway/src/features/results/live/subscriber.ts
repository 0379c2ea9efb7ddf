import type { PollRequest } from "@polls/domain/access";
import type { Credentials } from "../../../http/routing/authenticate";
import type { EventStream } from "./stream-response";

/**
 * A connection that receives the results of a poll. There may be many, so it keeps little of its
 * request.
 */
export interface Subscriber extends EventStream {
  readonly pollId: bigint;
  /** Connections of the same client are counted together. */
  readonly client: string;
  /** The query of the request, as text. */
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

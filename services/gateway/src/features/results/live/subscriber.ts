import type { PollRequest } from "@polls/domain/access";
import type { Credentials } from "../../../http/routing/authenticate";
import type { EventStream } from "./stream-response";

/** A connection that receives the results of a poll. There are many: it holds little of its request. */
export interface Subscriber extends EventStream {
  readonly pollId: bigint;
  /** Connections of the same client count together. */
  readonly client: string;
  /** The query of the request, as text. */
  readonly query: string;
  readonly credentials: Credentials;
  /** The request as it is admitted again, with an actor that is authenticated again. */
  readonly request: Omit<PollRequest, "actor">;
}

export interface LiveResults {
  /** Throws 429 or 503 when the client or the process has too many connections. */
  readonly requireCapacity: (client: string) => void;
  /** Sends results to the subscriber until it is closed, the first at once. */
  readonly subscribe: (subscriber: Subscriber) => { readonly close: () => void };
}

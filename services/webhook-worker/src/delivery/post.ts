import http from "node:http";
import https from "node:https";
import { type EgressRules, endpointProblem } from "@polls/config";
import { checkedLookup, ForbiddenAddress } from "./checked-lookup";
import { problemOf } from "./problem-of";
import { createResolve, type Resolve } from "./resolve-name";

/** What became of an attempt: a status, whatever it is, or a sentence why there is none. */
export type Answer = { readonly status: number } | { readonly problem: string };

/** A request as it is sent. */
export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends a request to an address that a client named, and to nothing of ours: no redirect is followed, and
 * nothing of the answer is kept but its status. Rejects only when `signal` is aborted.
 */
export type Post = (message: Message, signal: AbortSignal) => Promise<Answer>;

export interface PostOptions {
  readonly egress: EgressRules;
  /** For all of it, from the look-up to the end of the answer. */
  readonly timeoutMs: number;
  /** DNS, where absent. */
  readonly resolve?: Resolve;
}

/** So much of an answer's body is taken in, and dropped. */
const BODY_MAX = 16_384;

/**
 * Of a name with several addresses each gets so long before the next is tried. Node's 250 ms are less than
 * a round trip to far endpoints takes, whose other address may be of a family that this machine lacks.
 */
const connecting = { autoSelectFamilyAttemptTimeout: 2_500 };

export const createPost =
  ({ egress, timeoutMs, resolve = createResolve() }: PostOptions): Post =>
  async (message, signal) => {
    signal.throwIfAborted();
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      if (endpointProblem(message.url, egress) !== undefined) throw new ForbiddenAddress();
      const both = AbortSignal.any([deadline, signal]);
      return { status: await request(message, both, checkedLookup(egress, resolve)) };
    } catch (error) {
      signal.throwIfAborted();
      return { problem: deadline.aborted ? "no answer in time" : problemOf(error) };
    }
  };

/** The status of the answer, once its body is read, too long, or out of time. */
function request(
  { url, headers, body }: Message,
  signal: AbortSignal,
  lookup: ReturnType<typeof checkedLookup>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const address = new URL(url);
    const { request: begin } = address.protocol === "https:" ? https : http;
    const outgoing = begin(address, {
      method: "POST",
      agent: false,
      ...connecting,
      lookup,
      signal,
      headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
    });
    let status: number | undefined;
    // Once it has answered it has, whatever becomes of the rest.
    const settle = (error: Error) => (status === undefined ? reject(error) : resolve(status));
    outgoing.on("error", settle);
    outgoing.on("close", () => settle(brokenOff()));
    // 101: nobody asked for it. Without a listener Node says nothing but that the connection is closed.
    outgoing.on("upgrade", (incoming, socket) => {
      socket.destroy();
      resolve(incoming.statusCode ?? 0);
    });
    outgoing.on("response", (incoming) => {
      status = incoming.statusCode ?? 0;
      let bytes = 0;
      incoming.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > BODY_MAX) outgoing.destroy();
      });
      incoming.on("error", () => undefined);
      incoming.on("close", () => settle(brokenOff()));
    });
    outgoing.end(body);
  });
}

const brokenOff = (): Error =>
  Object.assign(new Error("closed without an answer"), { code: "ECONNRESET" });

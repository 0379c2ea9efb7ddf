import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  allowsNetworks,
  type EgressRules,
  endpointProblem,
  isAllowedNetwork,
  mayCall,
  mayCallPlain,
  type OutgoingProxy,
  usesProxy,
} from "@polls/config";
import type { DeliveryProblem } from "@polls/domain/webhooks";
import { agentThrough } from "@polls/runtime";
import { createResolve, type Resolve } from "./resolve-name";

/** The result of an attempt: the status of the response, or why there is none. */
export type PostResult =
  | {
      readonly status: number;
      /** The header `Retry-After`, as the endpoint sent it. */
      readonly retryAfter?: string;
    }
  | { readonly problem: DeliveryProblem };

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends to a client's address, never an internal one. Follows no redirects, and returns only the
 * status and when to retry. Rejects only when `signal` is aborted.
 */
export type Post = (message: WebhookRequest, signal: AbortSignal) => Promise<PostResult>;

export interface PostOptions {
  readonly egress: EgressRules;
  /** The timeout of the whole attempt, from the lookup to the end of the response. */
  readonly timeoutMs: number;
  /** The proxy to the public internet. */
  readonly proxy?: OutgoingProxy | undefined;
  /** The default is DNS, and with allowed networks also the local names of this machine. */
  readonly resolve?: Resolve;
}

/** Maximum number of bytes that are read of a response body. The body is discarded. */
const BODY_MAX = 16_384;

/**
 * Of each address of a name: Node's 250 ms are shorter than a round trip to distant endpoints. The
 * other address may be of a family that this machine does not support.
 */
const connecting = { autoSelectFamilyAttemptTimeout: 2_500 };

export const createPost =
  ({
    egress,
    timeoutMs,
    proxy,
    resolve = createResolve({ local: allowsNetworks(egress) }),
  }: PostOptions): Post =>
  async (message, signal) => {
    signal.throwIfAborted();
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      if (endpointProblem(message.url, egress) !== undefined) throw new ForbiddenAddress();
      const both = AbortSignal.any([deadline, signal]);
      const route = await untilAborted(
        both,
        routeTo(new URL(message.url), { egress, proxy, resolve }),
      );
      return await request(message, both, route);
    } catch (error) {
      signal.throwIfAborted();
      return { problem: deadline.aborted ? "no answer in time" : problemOf(error) };
    }
  };

/** How an endpoint is reached: by the proxy, or directly with a lookup. */
type Route =
  | { readonly proxy: OutgoingProxy }
  | { readonly lookup: ReturnType<typeof checkedLookup> };

/**
 * Allowed networks are called directly, the public internet by the proxy if there is one, which may
 * know names that are unknown here.
 */
async function routeTo(
  { protocol, hostname, port }: URL,
  { egress, proxy, resolve }: Pick<PostOptions, "egress" | "proxy"> & { readonly resolve: Resolve },
): Promise<Route> {
  const isAllowed = (address: string) =>
    protocol === "https:" ? mayCall(address, egress) : mayCallPlain(address, egress);
  const direct = { lookup: checkedLookup(isAllowed, resolve) };
  if (proxy === undefined || protocol !== "https:") return direct;
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (!usesProxy(proxy, host, Number(port || 443))) return direct;
  const family = isIP(host);
  const found = family === 0 ? await resolve(host).catch(() => []) : [{ address: host, family }];
  if (!found.every(({ address }) => mayCall(address, egress))) throw new ForbiddenAddress();
  const isOwn = found.some(({ address }) => isAllowedNetwork(address, egress));
  return isOwn ? { lookup: checkedLookup(isAllowed, async () => found) } : { proxy };
}

/** The result of work, unless the signal is aborted first. */
const untilAborted = <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });

interface Answer {
  readonly status: number;
  readonly retryAfter?: string;
}

/** Returns what the response says, after its body is read, too long, or timed out. */
function request(
  { url, headers, body }: WebhookRequest,
  signal: AbortSignal,
  route: Route,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const address = new URL(url);
    const isSecure = address.protocol === "https:";
    const { request: begin } = isSecure ? https : http;
    const outgoing = begin(address, {
      method: "POST",
      agent: isSecure && agentThrough("proxy" in route ? route.proxy : undefined),
      ...connecting,
      ...("lookup" in route && { lookup: route.lookup }),
      signal,
      headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
    });
    let answer: Answer | undefined;
    // A response counts even if the rest of it fails.
    const settle = (error: Error) => (answer === undefined ? reject(error) : resolve(answer));
    outgoing.on("error", settle);
    outgoing.on("close", () => settle(brokenOff()));
    // 101 was not requested. Without a listener, Node only reports a closed connection.
    outgoing.on("upgrade", (incoming, socket) => {
      socket.destroy();
      resolve({ status: incoming.statusCode ?? 0 });
    });
    outgoing.on("response", (incoming) => {
      const retryAfter = incoming.headers["retry-after"];
      answer = {
        status: incoming.statusCode ?? 0,
        ...(retryAfter !== undefined && { retryAfter }),
      };
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

/** Thrown when a name resolves to an address that must not be called. */
class ForbiddenAddress extends Error {
  readonly code = "EFORBIDDENADDRESS";
  constructor() {
    super("the address may not be called");
    this.name = "ForbiddenAddress";
  }
}

/**
 * Resolves a name once and returns only checked addresses: later changes of the name have no
 * effect, and one forbidden address refuses all. Node looks up no IP addresses: check these
 * separately.
 */
const checkedLookup =
  (isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(noAddress(hostname), []);
        if (!addresses.every(({ address }) => isAllowed(address))) {
          return callback(new ForbiddenAddress(), []);
        }
        if (options.all === true) return callback(null, [...addresses]);
        return callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

const noAddress = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`no address of ${hostname}`), { code: "ENOTFOUND" });

const problems: ReadonlyMap<string, DeliveryProblem> = new Map<string, DeliveryProblem>([
  // One sentence, so that it does not tell which names of a private network exist.
  ["EFORBIDDENADDRESS", "the address does not exist or may not be called"],
  ["ENOTFOUND", "the address does not exist or may not be called"],
  ["ENODATA", "the address does not exist or may not be called"],
  ["EAI_AGAIN", "the host name could not be looked up"],
  ["ECONNREFUSED", "the connection was refused"],
  ["ECONNRESET", "the connection was broken off"],
  ["EPIPE", "the connection was broken off"],
  ["ETIMEDOUT", "no connection in time"],
  ["EHOSTUNREACH", "the host cannot be reached"],
  ["ENETUNREACH", "the host cannot be reached"],
  ["EPROXY", "the proxy opened no connection"],
  ["CERT_HAS_EXPIRED", "the certificate has expired"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "the certificate is not trusted"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "the certificate is not trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "the certificate is not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "the certificate is not trusted"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate is for another host"],
  ["EPROTO", "the TLS handshake failed"],
]);

function problemOf(error: unknown): DeliveryProblem {
  const code = codeOf(error);
  if (code?.startsWith("HPE_") === true) return "the answer is not HTTP";
  return problems.get(code ?? "") ?? "the connection failed";
}

/** If there were several addresses, the code of the first. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorCode } from "@polls/domain/refusals";
import type { Config } from "../../config";
import { newRequestId, REQUEST_ID } from "../request/request-id";
import { everyOrigin } from "../server/cors";
import { everyResponse, httpsHeaders } from "../server/security-headers";

/** Up to this size, the rest of a refused body is read, so that the connection can be kept. */
const KEPT_BODY_BYTES = 64 * 1024;
const BODY_MS = 2_000;
/** Clients get different times, so that they do not all retry in the same second. */
const RETRY_AFTER_SECONDS = ["1", "2", "3"] as const;

/** A response that is rendered once, before the first request. */
interface WrittenReply {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** The HTML page that refuses a request of a browser. Undefined: the request gets JSON. */
export type BusyPage = (request: IncomingMessage) => WrittenReply | undefined;

export interface RefusalParts {
  readonly config: Pick<Config, "production" | "baseUrl">;
  readonly busyPage: BusyPage;
}

export function writtenReply(
  text: string,
  headers: Readonly<Record<string, string>>,
  { config }: Pick<RefusalParts, "config">,
): WrittenReply {
  const body = Buffer.from(text);
  const all = {
    ...Object.fromEntries([...everyResponse, ...httpsHeaders({ config }), ...everyOrigin]),
    ...headers,
    "Content-Length": String(body.length),
  };
  return { body, headers: Object.entries(all).flat() };
}

/** Refuses requests with 503, in one write and before the body is read. */
export function createRefusal(
  parts: RefusalParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const refusal = { error: "Too many requests are waiting", code: "unavailable" } satisfies {
    readonly error: string;
    readonly code: ErrorCode;
  };
  const type = { "Content-Type": "application/json; charset=utf-8" };
  const json = writtenReply(JSON.stringify(refusal), type, parts);
  let refused = 0;
  return (request, response) => {
    const { headers: sent, socket } = request;
    const { headers, body } = parts.busyPage(request) ?? json;
    // A client that sends `Expect: 100-continue` does not send its body after a refusal.
    const bodyBytes = sent.expect === undefined ? bodyBytesOf(sent) : 0;
    const isKept = sent.expect === undefined && bodyBytes <= KEPT_BODY_BYTES;
    refused = (refused + 1) % RETRY_AFTER_SECONDS.length;
    response.shouldKeepAlive = isKept;
    response.writeHead(503, [
      ...headers,
      ...["Retry-After", RETRY_AFTER_SECONDS[refused] ?? "1"],
      ...[REQUEST_ID, newRequestId(request)],
    ]);
    response.end(body);
    if (bodyBytes === 0) return;
    const deadline = setTimeout(() => socket.destroy(), BODY_MS);
    request.once("close", () => clearTimeout(deadline));
  };
}

const bodyBytesOf = (headers: IncomingMessage["headers"]): number =>
  headers["transfer-encoding"] === undefined
    ? Number(headers["content-length"] ?? 0)
    : Number.POSITIVE_INFINITY;

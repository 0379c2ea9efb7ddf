import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorCode } from "@polls/domain/refusals";
import { type Language, languages, preferredLanguage } from "@polls/markup";
import type { Config } from "../../config";
import type { Brand } from "../../pages/brand";
import { errorPage, opensPage } from "../../pages/error-page";
import { htmlPageHeaders, renderPage } from "../../pages/page-shell";
import { everyOrigin } from "../replies/cors";
import { everyResponse, httpsHeaders } from "../replies/security-headers";
import { newRequestId, REQUEST_ID } from "../request/request-id";

/** Up to this size, the rest of a refused body is read, so that the connection can be kept. */
const KEPT_BODY_BYTES = 64 * 1024;
/** The timeout for the rest of a refused body. */
const BODY_MS = 2_000;
/** Clients get different times, so that they do not all retry in the same second. */
const RETRY_AFTER_SECONDS = ["1", "2", "3"] as const;

interface WrittenReply {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const writtenReply = (
  text: string,
  headers: readonly (readonly [string, string])[],
): WrittenReply => {
  const body = Buffer.from(text);
  return { body, headers: [...headers, ["Content-Length", String(body.length)]].flat() };
};

interface RefusalParts {
  readonly config: Pick<Config, "production" | "baseUrl">;
  readonly brand: Brand;
}

/** The response as JSON, and as an HTML page in each language. */
function repliesFor({ config, brand }: RefusalParts) {
  const every = [...everyResponse, ...httpsHeaders({ config }), ...everyOrigin] as const;
  const json = writtenReply(
    JSON.stringify({
      error: "Too many requests are waiting",
      code: "unavailable" satisfies ErrorCode,
    }),
    [...every, ["Content-Type", "application/json; charset=utf-8"]],
  );
  const pages = languages.map((language): readonly [Language, WrittenReply] => {
    const page = errorPage(503, { language, requestId: "" });
    const headers = Object.fromEntries([...every, ...Object.entries(htmlPageHeaders(page, brand))]);
    return [language, writtenReply(renderPage(page, brand), Object.entries(headers))];
  });
  return { json, pages: new Map(pages) };
}

/**
 * Creates the function that refuses a request with 503, in one write and before the body is read.
 */
export function createRefusal(
  parts: RefusalParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { json, pages } = repliesFor(parts);
  let refused = 0;
  return (request, response) => {
    const { headers: sent, socket, url = "/" } = request;
    const page = opensPage(sent, url) && pages.get(preferredLanguage(sent["accept-language"]));
    const { headers, body } = page || json;
    // A client that sends `Expect: 100-continue` does not send its body after a refusal.
    const bodyBytes = sent.expect === undefined ? bodyBytesOf(sent) : 0;
    const isKept = sent.expect === undefined && bodyBytes <= KEPT_BODY_BYTES;
    refused = (refused + 1) % RETRY_AFTER_SECONDS.length;
    response.writeHead(503, [
      ...headers,
      ...["Retry-After", RETRY_AFTER_SECONDS[refused] ?? "1"],
      ...[REQUEST_ID, newRequestId(request)],
      ...(isKept ? [] : ["Connection", "close"]),
    ]);
    if (bodyBytes <= KEPT_BODY_BYTES) response.end(body);
    else {
      // If the connection were closed now, a client that is still sending would not get the
      // response.
      response.write(body);
      request.once("end", () => response.end()).resume();
    }
    if (bodyBytes === 0) return;
    const deadline = setTimeout(() => socket.destroy(), BODY_MS);
    request.once("close", () => clearTimeout(deadline));
  };
}

const bodyBytesOf = (headers: IncomingMessage["headers"]): number =>
  headers["transfer-encoding"] === undefined
    ? Number(headers["content-length"] ?? 0)
    : Number.POSITIVE_INFINITY;

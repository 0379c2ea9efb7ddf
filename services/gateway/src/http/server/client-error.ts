import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { CodeOf } from "@polls/domain/refusals";
import type { Config } from "../../config";
import { newRequestId, REQUEST_ID } from "../request/request-id";
import { everyOrigin } from "./cors";
import { everyResponse, httpsHeaders } from "./security-headers";

interface EarlyRefusal {
  readonly status: 400 | 408 | 431;
  readonly reason: string;
  readonly error: string;
  readonly code: CodeOf<400 | 408 | 431>;
}

const malformed = (error: string): EarlyRefusal => ({
  status: 400,
  reason: "Bad Request",
  error,
  code: "bad_request",
});

const HEADERS_MAX_COUNT = 100;
const tooLarge = (error: string): EarlyRefusal => ({
  status: 431,
  reason: "Request Header Fields Too Large",
  error,
  code: "headers_too_large",
});

/** The response to each error code of Node. A request with any other code is malformed. */
const clientErrors: Readonly<Record<string, EarlyRefusal>> = {
  HPE_HEADER_OVERFLOW: tooLarge("The headers are too large"),
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: "Request Timeout",
    error: "The request arrived too slowly",
    code: "request_timeout",
  },
};

const TOO_MANY_HEADERS = tooLarge(`There are more than ${HEADERS_MAX_COUNT} headers`);
/** How long a client may go on sending after the last response of its connection. */
const LINGER_MS = 5_000;
const NO_HOST = malformed("Host is missing");
const UNKNOWN_CODING = malformed("Transfer-Encoding can only be chunked, in HTTP/1.1");
const UNKNOWN_EXPECTATION = malformed("Expect can only be 100-continue");
const TUNNEL = malformed("CONNECT is not served");

/**
 * Serves `handler`. Errors that Node would answer itself get our headers and error body
 * (docs/reference/errors.md#bodies): malformed requests, requests with too many headers,
 * without `Host`, with CONNECT, with an unknown expectation, or with a coding of the body that is unknown or that a
 * proxy may have read differently (RFC 9112, section 6.1). Their connections are closed.
 */
export function serveRequests(
  server: Server,
  handler: RequestListener,
  config: Pick<Config, "production" | "baseUrl">,
): void {
  const usual = [...everyResponse, ...httpsHeaders({ config }), ...everyOrigin];
  const refuse = (refusal: EarlyRefusal, request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
    response
      .writeHead(refusal.status, headersOf(refusal, usual, newRequestId(request)).flat())
      .end(bodyOf(refusal));
  };
  const serve: RequestListener = (request, response) => {
    // `rawHeaders` has a name and a value for each header.
    if (request.rawHeaders.length > 2 * HEADERS_MAX_COUNT) {
      refuse(TOO_MANY_HEADERS, request, response);
    } else if (request.headers.host === undefined && request.httpVersion === "1.1") {
      refuse(NO_HOST, request, response);
    } else if (!isCodingKnown(request)) {
      refuse(UNKNOWN_CODING, request, response);
    } else handler(request, response);
  };
  const responses = new WeakMap<Duplex, ServerResponse>();
  const noted =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      // A request after the last response of its connection would run without an answer.
      if (responses.get(request.socket)?.shouldKeepAlive === false) return void request.resume();
      responses.set(request.socket, response);
      listener(request, response);
    };
  server.on("request", noted(serve));
  // The handler sends 100 Continue when it accepts the request.
  server.on("checkContinue", noted(serve));
  server.on(
    "checkExpectation",
    noted((request, response) => refuse(UNKNOWN_EXPECTATION, request, response)),
  );
  server.on("connection", (socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    // Node calls it after the last response of a connection.
    socket.destroySoon = () => {
      const request = responses.get(socket)?.req;
      if (request === undefined || request.complete) return destroySoon();
      request.once("end", destroySoon).resume();
      linger(socket);
    };
  });
  server.on("connect", (request, socket) => {
    socket.on("error", () => undefined);
    end(socket, messageOf(TUNNEL, usual, newRequestId(request)));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // What follows after a refusal is malformed too.
    if (socket.writableEnded) return;
    const last = responses.get(socket);
    const canAnswer = last === undefined || last.writableEnded || !last.headersSent;
    if (!socket.writable || !canAnswer || error.code === "ECONNRESET") socket.destroy(error);
    else {
      const refusal = clientErrors[error.code ?? ""] ?? malformed("The request is malformed");
      end(socket, messageOf(refusal, usual, randomUUID()));
    }
  });
}

const isCodingKnown = ({ headers, httpVersion }: IncomingMessage): boolean => {
  const coding = headers["transfer-encoding"];
  return coding === undefined || (httpVersion === "1.1" && coding.toLowerCase() === "chunked");
};

const end = (socket: Duplex, message: string): void => {
  socket.write(message);
  linger(socket.resume());
};

/** What arrives later is dropped: if the connection were closed at once, a client that is still sending would not get the response. */
function linger(socket: Duplex): void {
  const deadline = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(deadline));
  socket.end();
}

type Header = readonly [string, string];

const bodyOf = ({ error, code }: EarlyRefusal): string => JSON.stringify({ error, code });

const headersOf = (
  refusal: EarlyRefusal,
  usual: readonly Header[],
  requestId: string,
): readonly Header[] => [
  ...usual,
  ["Content-Type", "application/json; charset=utf-8"],
  ["Content-Length", String(Buffer.byteLength(bodyOf(refusal)))],
  [REQUEST_ID, requestId],
  ["Connection", "close"],
];

function messageOf(refusal: EarlyRefusal, usual: readonly Header[], requestId: string): string {
  const headers = headersOf(refusal, usual, requestId).map(([name, value]) => `${name}: ${value}`);
  const line = `HTTP/1.1 ${refusal.status} ${refusal.reason}`;
  return [line, ...headers, "", bodyOf(refusal)].join("\r\n");
}

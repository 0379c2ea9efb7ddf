import { randomUUID } from "node:crypto";
import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

interface Refusal {
  readonly line: string;
  readonly error: string;
  readonly code: string;
}

const MALFORMED: Refusal = {
  line: "400 Bad Request",
  error: "The request is malformed",
  code: "bad_request",
};

/** By the code of Node's error; every other one is a malformed request. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    line: "431 Request Header Fields Too Large",
    error: "The headers are too large",
    code: "headers_too_large",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: "408 Request Timeout",
    error: "The request came too slowly",
    code: "request_timeout",
  },
};

/** Answers what never became a request in the same form as everything else, and ends the connection. */
export function answerClientErrors(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (request, response) => answers.set(request.socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const begun = answers.get(socket);
    const isFree = begun === undefined || begun.writableEnded || !begun.headersSent;
    if (!socket.writable || !isFree || error.code === "ECONNRESET") socket.destroy(error);
    // Flushed and then gone: an end alone would wait for a client that may never answer it.
    else socket.end(messageOf(refusals[error.code ?? ""] ?? MALFORMED), () => socket.destroy());
  });
}

function messageOf({ line, error, code }: Refusal): string {
  const body = JSON.stringify({ error, code });
  return [
    `HTTP/1.1 ${line}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: private, no-store",
    "X-Content-Type-Options: nosniff",
    `X-Request-Id: ${randomUUID()}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}

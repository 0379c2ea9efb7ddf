import { randomUUID } from "node:crypto";
import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { CodeOf } from "@polls/domain/refusals";

interface ClientError {
  readonly line: string;
  readonly error: string;
  readonly code: CodeOf<400 | 408 | 431>;
}

const MALFORMED: ClientError = {
  line: "400 Bad Request",
  error: "The request is malformed",
  code: "bad_request",
};

/** By the code of Node's error; requests with another code are malformed. */
const clientErrors: Readonly<Record<string, ClientError>> = {
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

/** Answers bytes that are no request in the form of all errors, and ends the connection. Express never sees them. */
export function answerClientErrors(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (request, response) => responses.set(request.socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const last = responses.get(socket);
    const canAnswer = last === undefined || last.writableEnded || !last.headersSent;
    if (!socket.writable || !canAnswer || error.code === "ECONNRESET") socket.destroy(error);
    // Destroyed once the answer is flushed: `end` alone waits for the client to close its side.
    else socket.end(messageOf(clientErrors[error.code ?? ""] ?? MALFORMED), () => socket.destroy());
  });
}

function messageOf({ line, error, code }: ClientError): string {
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

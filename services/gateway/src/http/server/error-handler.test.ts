// Covers docs/reference/access.md: objects-of-others
// Covers docs/reference/errors.md: bodies, codes-of-requests, field-errors, option-deletion-refusal
// Covers docs/reference/requests.md: headers
// Covers docs/reliability.md: error-answers

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  TooManyRequests,
  Unauthenticated,
  Undeletable,
} from "@polls/domain/refusals";
import { StorageError } from "@polls/storage";
import { createLogger } from "@polls/telemetry";
import express from "express";
import { badRequest, tooLarge, unavailable, unsupportedMediaType } from "../replies/problem";
import { answerErrors, replyToError } from "./error-handler";

describe("error responses", () => {
  test.each<[string, unknown, number, unknown, Record<string, string>?]>([
    [
      "a request without a token",
      new Unauthenticated("A token is needed"),
      401,
      { error: "A token is needed", code: "unauthorized" },
      { "WWW-Authenticate": "Bearer" },
    ],
    ["a forbidden request", new Forbidden(), 403, undefined],
    [
      "an object that does not exist",
      new NotFound("Vote"),
      404,
      { error: "Vote not found", code: "vote_not_found" },
    ],
    [
      "an invalid body",
      new Invalid({ title: ["is required"] }),
      422,
      {
        error: "Unprocessable",
        errors: { title: ["is required"] },
        code: "invalid",
        problems: { title: [{ code: "required", values: {} }] },
      },
    ],
    [
      "an invalid body, with further fields in the response",
      new Invalid({ base: ["x"] }, "already_voted", { vote_id: "v" }),
      422,
      { error: "Unprocessable", errors: { base: ["x"] }, code: "already_voted", vote_id: "v" },
    ],
    [
      "an option that cannot be deleted",
      new Undeletable("The option has votes", "has_votes"),
      422,
      { error: "The option has votes", status: "unprocessable_entity", code: "has_votes" },
    ],
    [
      "a request whose key is in use",
      new Conflict("It runs", "idempotency_key_in_use"),
      409,
      { error: "It runs", code: "idempotency_key_in_use" },
    ],
    [
      "a request above the rate limit",
      new TooManyRequests(7),
      429,
      { error: "Too many requests", code: "rate_limited" },
      { "Retry-After": "7" },
    ],
    [
      "a malformed request",
      badRequest("It is malformed"),
      400,
      { error: "It is malformed", code: "bad_request" },
    ],
    [
      "a body that is too large",
      tooLarge("It is large"),
      413,
      { error: "It is large", code: "too_large" },
    ],
    [
      "a wrong content type",
      unsupportedMediaType("application/json"),
      415,
      { error: "Content-Type must be application/json", code: "unsupported_media_type" },
    ],
    [
      "an outage of a part of the service",
      unavailable("It is down", 9),
      503,
      { error: "It is down", code: "unavailable" },
      { "Retry-After": "9" },
    ],
    [
      "an outage of the storage",
      new StorageError("unavailable", "ECONNREFUSED"),
      503,
      { error: "Files cannot be read now", code: "unavailable" },
      { "Retry-After": "10" },
    ],
    [
      "a broken connection to the storage",
      new StorageError(
        "unavailable",
        "cut",
        Object.assign(new Error("read"), { code: "ECONNRESET" }),
      ),
      503,
      { error: "Files cannot be read now", code: "unavailable" },
      { "Retry-After": "10" },
    ],
    [
      "a storage of another deployment",
      new StorageError("foreign", "of another deployment"),
      503,
      { error: "Files cannot be read now", code: "unavailable" },
      { "Retry-After": "10" },
    ],
    [
      "an outage of the database",
      Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
      503,
      { error: "The database is not available", code: "unavailable" },
      { "Retry-After": "2" },
    ],
    [
      "a transaction that ran out of time",
      new Error("failed", {
        cause: new Error("Connection terminated: the transaction took 8000 ms"),
      }),
      503,
      { error: "The request took too long, and nothing was stored", code: "unavailable" },
      { "Retry-After": "2" },
    ],
  ])("%s", (_case, error, status, body, headers = {}) => {
    const { reply, defect } = replyToError(error, "id");
    expect(defect).toBe(false);
    expect([reply.status, reply.body]).toEqual([status, body]);
    expect(reply.headers ?? {}).toEqual(headers);
  });

  test.each([new Error("secret"), new TypeError("secret"), "secret", undefined, { status: 404 }])(
    "every other error is an internal error, and the response has no details: %p",
    (error) => {
      expect(replyToError(error, "id")).toEqual({
        defect: true,
        reply: {
          status: 500,
          body: { error: "Internal error", code: "internal_error", request_id: "id" },
        },
      });
    },
  );
});

const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
const readOnly = new Error("EROFS");

test.each([
  ["the database", refused, "The database is not available", refused],
  [
    "files",
    unavailable("Files cannot be stored now", 10, readOnly),
    "Files cannot be stored now",
    readOnly,
  ],
])("%s: the log says once why they are not available", async (_part, error, message, cause) => {
  const lines: string[] = [];
  const log = createLogger("test", { destination: { write: (line) => void lines.push(line) } });
  const app = express();
  app.get("/", () => {
    throw error;
  });
  app.use(answerErrors({ log }));
  const server = app.listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    for (const _ of [1, 2]) {
      const response = await fetch(`http://127.0.0.1:${port}/`);
      expect([response.status, await response.json()]).toEqual([
        ...[503, { error: message, code: "unavailable" }],
      ]);
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: "warn",
      msg: message,
      err: expect.objectContaining({ message: cause.message }),
    }),
  ]);
});

import {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  TooManyRequests,
  Unauthenticated,
  Undeletable,
} from "@polls/domain/refusals";
import { replyToError } from "./error-handler";
import { badRequest, tooLarge, unavailable, unsupportedMediaType } from "./problem";

describe("answers to errors", () => {
  test.each<[string, unknown, number, unknown, Record<string, string>?]>([
    [
      "no token",
      new Unauthenticated(),
      401,
      { error: "Unauthorized", code: "unauthorized" },
      { "WWW-Authenticate": "Bearer" },
    ],
    ["not yours", new Forbidden(), 403, undefined],
    ["not there", new NotFound("Vote"), 404, { error: "Vote not found", code: "vote_not_found" }],
    [
      "invalid",
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
      "invalid, with more",
      new Invalid({ base: ["x"] }, "already_voted", { vote_id: "v" }),
      422,
      { error: "Unprocessable", errors: { base: ["x"] }, code: "already_voted", vote_id: "v" },
    ],
    [
      "undeletable",
      new Undeletable("The option has votes", "has_votes"),
      422,
      { error: "The option has votes", status: "unprocessable_entity", code: "has_votes" },
    ],
    [
      "running",
      new Conflict("It runs", "idempotency_key_in_use"),
      409,
      { error: "It runs", code: "idempotency_key_in_use" },
    ],
    [
      "too many",
      new TooManyRequests(7),
      429,
      { error: "Too many requests", code: "rate_limited" },
      { "Retry-After": "7" },
    ],
    [
      "malformed",
      badRequest("It is malformed"),
      400,
      { error: "It is malformed", code: "bad_request" },
    ],
    ["too large", tooLarge("It is large"), 413, { error: "It is large", code: "too_large" }],
    [
      "another type",
      unsupportedMediaType("application/json"),
      415,
      { error: "Content-Type must be application/json", code: "unsupported_media_type" },
    ],
    [
      "a part is down",
      unavailable("It is down", 9),
      503,
      { error: "It is down", code: "unavailable" },
      { "Retry-After": "9" },
    ],
    [
      "the database is down",
      Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
      503,
      { error: "The database is not available", code: "unavailable" },
      { "Retry-After": "2" },
    ],
  ])("%s", (_case, error, status, body, headers = {}) => {
    const { reply, defect } = replyToError(error, "id");
    expect(defect).toBe(false);
    expect([reply.status, reply.body]).toEqual([status, body]);
    expect(reply.headers ?? {}).toEqual(headers);
  });

  test.each([new Error("secret"), new TypeError("secret"), "secret", undefined, { status: 404 }])(
    "every other error is a defect, whose answer has no detail: %p",
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

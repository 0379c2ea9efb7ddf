// Covers docs/reference/access.md: actors, allowed-hosts, organization-context, password-budgets, poll-password, tokens, user-identifier
// Covers docs/reference/errors.md: codes-of-access, codes-of-requests, request-id
// Covers docs/reference/requests.md: cors, headers, rate-limits, service-addresses
// Covers docs/reliability.md: cors-and-caches, error-answers, poll-passwords, rate-limits, tokens-and-ids

import { answered } from "../../../testing/answered";
import { routerEndpoints, shareRouter } from "../../../testing/router-endpoints";
import { signUp } from "../../../testing/sign-up";
import { hashPollPassword } from "../../features/polls/poll-passwords";

const { gateway, account, poll, attempts, title, rename } = shareRouter();

describe("the caller", () => {
  const noToken = "A token is required: Authorization: Bearer <token>";
  const badToken = "The token is unknown or has expired";
  test.each<[string, string | undefined, string]>([
    ["no token", undefined, noToken],
    ["a malformed token", "Bearer nonsense", badToken],
    ["a token with a typing mistake", "Bearer psk_000000000000000000000000000000000000", badToken],
    ["another authentication scheme", "Basic cHNrOng=", noToken],
  ])("%s is 401 with the Unauthorized body", async (_case, authorization, error) => {
    const answer = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/whole`, {
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });
    expect([answer.status, answer.body]).toEqual([401, { error, code: "unauthorized" }]);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(Number(answer.headers.get("ratelimit-limit"))).toBe(1000);
  });

  test("a public token gets 401 at an endpoint for private tokens", async () => {
    const answer = await gateway.request("POST /api/v1/private", { token: account.publicToken });
    expect([answer.status, answer.body]).toEqual([
      401,
      { error: "A private token is required", code: "unauthorized" },
    ]);
  });

  test("a body for an endpoint without a body is 422, once the caller is authenticated", async () => {
    const send = (body: unknown, token = account.privateToken) =>
      gateway.request("POST /api/v1/private", { token, body: body as object });
    const { status, body } = await send({ poll: { title: "A" }, color: 1 });
    expect([status, body.errors]).toEqual([
      422,
      { poll: ["is not a known field"], color: ["is not a known field"] },
    ]);
    expect((await send([])).body.errors).toEqual({
      base: ["The body must be a JSON object"],
    });
    expect((await send({ color: 1 }, account.publicToken)).status).toBe(401);
    for (const none of [undefined, {}]) expect((await send(none)).status).toBe(404);
  });

  test("an identifier that is too long is 400, and with a private token it is ignored", async () => {
    const ask = (token: string) =>
      gateway.inPoll(poll, { token, identifier: "x".repeat(256) }, "GET /whole");
    expect((await ask(account.publicToken)).status).toBe(400);
    expect((await ask(account.privateToken)).status).toBe(200);
  });

  test("the stored token decides its kind, not its prefix", async () => {
    const of = { accountId: account.id };
    await gateway.db.prisma.apiToken.deleteMany({ where: { ...of, kind: "private" } });
    await gateway.db.prisma.apiToken.updateMany({ where: of, data: { kind: "private" } });
    const answer = await gateway.request("POST /api/v1/private", { token: account.publicToken });
    expect(answer.body.code).toBe("page_not_found");
  });

  test("an organization that the user is no member of is 401", async () => {
    const answer = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/whole`, {
      token: account.privateToken,
      organization: "nobodys",
    });
    const error = "The account does not belong to this organization";
    expect([answer.status, answer.body]).toEqual([401, { error, code: "unauthorized" }]);
  });
});

describe("the poll", () => {
  test("the owner has admin access, others have member access", async () => {
    const stranger = await signUp(gateway.db);
    const accessOf = async (token: string) =>
      (await gateway.request(`GET /api/v1/polls/${poll.memberHash}/whole`, { token })).body.access;
    expect(await accessOf(account.privateToken)).toBe("admin");
    expect(await accessOf(account.publicToken)).toBe("member");
    expect(await accessOf(stranger.privateToken)).toBe("member");
  });

  test("an unknown poll is 404", async () => {
    const answer = await gateway.as(account, "GET /api/v1/polls/nowhere/whole");
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: "Poll not found", code: "poll_not_found" },
    ]);
  });

  test("with allowed_hosts, requests of members from other origins are 401", async () => {
    const { memberHash } = await account.buildPoll({
      settings: { allowed_hosts: ["vote.example.org"] },
    });
    const from = async (origin: string | undefined, token: string) =>
      (
        await gateway.request(`GET /api/v1/polls/${memberHash}/whole`, {
          token,
          headers: origin === undefined ? {} : { Origin: origin },
        })
      ).body.code ?? 200;
    expect(await from("https://vote.example.org", account.publicToken)).toBe(200);
    expect(await from("https://polls.example", account.publicToken)).toBe(200);
    expect(await from("https://evil.example", account.publicToken)).toBe("host_not_allowed");
    expect(await from("https://evil.example", account.privateToken)).toBe(200);
    expect(await from(undefined, account.publicToken)).toBe(200);
  });
});

describe("the poll password", () => {
  let protectedHash: string;
  const visit = (password?: string) =>
    gateway.request(`PATCH /api/v1/polls/${protectedHash}/title`, {
      token: account.publicToken,
      password,
      body: { poll: { title: "opened" } },
    });
  beforeEach(async () => {
    const passwordHash = await hashPollPassword("sesame");
    const poll = await account.buildPoll({ passwordHash });
    protectedHash = poll.memberHash;
  });

  test("a missing and a wrong password are 401 with different codes, the right one is accepted", async () => {
    expect((await visit()).body.code).toBe("poll_password_required");
    expect((await visit("simsalabim")).body.code).toBe("poll_password_wrong");
    expect((await visit("sesame")).status).toBe(200);
  });

  test("of many concurrent guesses at most ten are checked, then even the right password is 429", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => answered(() => visit(`guess ${i}`))),
    );
    const codes = answers.map(({ body }) => body.code as string);
    const wrong = codes.filter((code) => code === "poll_password_wrong").length;
    // On a busy machine, some guesses wait too long to be checked, and are sent again.
    expect([wrong > 0, wrong <= 10]).toEqual([true, true]);
    expect(codes.filter((code) => code === "too_many_password_failures")).toHaveLength(30 - wrong);
    const late = await visit("sesame");
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("right passwords are not delayed, however many requests arrive at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => answered(() => visit("sesame"))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test("a transaction that is tried again spends a budget once", async () => {
  const ask = () =>
    gateway.request("POST /api/v1/spending", {
      token: account.privateToken,
      headers: { "Idempotency-Key": "spent" },
    });
  expect((await ask()).status).toBe(204);
  expect(attempts()).toBe(3);
  expect((await ask()).headers.get("idempotency-replayed")).toBe("true");
  const { rateLimiter } = gateway.deps;
  expect(rateLimiter.peek("test", 2, 60_000).remaining).toBe(1);
});

describe("the response", () => {
  test("has headers for caching and security", async () => {
    const answer = await gateway.inPoll(poll, account, "GET /whole");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "access-control-allow-origin": "*",
      vary: expect.stringContaining("Authorization"),
      "x-request-id": expect.stringMatching(/^[\w-]{36}$/),
      "ratelimit-limit": "1000",
    });
    expect(answer.headers.has("set-cookie")).toBe(false);
    expect(answer.headers.has("x-powered-by")).toBe(false);
  });

  test("has the client's request id, if it is well formed", async () => {
    const idFor = async (given: string) =>
      (await gateway.request("GET /healthz", { headers: { "X-Request-Id": given } })).headers.get(
        "x-request-id",
      );
    expect(await idFor("my-request.1")).toBe("my-request.1");
    expect(await idFor("two words")).not.toBe("two words");
  });

  test("to an internal error is 500 without details, and the change rolls back", async () => {
    const answer = await rename({ title: "broken", ending: "break" });
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        error: "Internal error",
        code: "internal_error",
        request_id: answer.headers.get("x-request-id"),
      },
    ]);
    expect(await title()).toBe("Where do we eat");
  });

  test("to a refusal rolls back, and that to a held outcome commits", async () => {
    expect((await rename({ title: "refused", ending: "refuse" })).status).toBe(422);
    expect(await title()).toBe("Where do we eat");
    expect((await rename({ title: "held", ending: "hold" })).status).toBe(422);
    expect(await title()).toBe("held");
  });
});

describe("a preflight request", () => {
  test("needs no token and allows the headers of the API from any origin", async () => {
    const answer = await gateway.request(`OPTIONS /api/v1/polls/${poll.memberHash}/whole`, {
      headers: { Origin: "https://any.example", "Access-Control-Request-Method": "PATCH" },
    });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers":
        "Authorization, Content-Type, X-SERVICE-USER-IDENTIFIER, X-SERVICE-USER-IDENTIFIER-ENCODED, X-SERVICE-POLL-PASSWORD, X-SERVICE-POLL-PASSWORD-ENCODED, Idempotency-Key, If-None-Match, X-Request-Id, Last-Event-ID",
      "access-control-max-age": "7200",
    });
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("is followed by a response whose headers pages may read", async () => {
    const answer = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/whole`, {
      token: account.privateToken,
      headers: { Origin: "https://any.example" },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")).toBe(
      "ETag, X-Total-Pages, X-Total-Count, Link, X-Request-Id, Idempotency-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, Retry-After",
    );
  });
});

describe("the rate limit", () => {
  test.each(["/whole", "/unknown"])("counts a question for the methods of %s", async (path) => {
    const address = `/api/v1/polls/${poll.memberHash}${path}`;
    const remaining = async () =>
      (await gateway.request(`OPTIONS ${address}`)).headers.get("ratelimit-remaining");
    const before = await remaining();
    expect(await remaining()).toBe(String(Number(before ?? "none") - 1));
  });

  test("counts by account for private tokens, and by client address for public tokens", async () => {
    const limited = await gateway.startAnother({
      endpoints: routerEndpoints,
      env: { RATE_LIMIT_REQUESTS: "3" },
    });
    const ask = (token: string) => limited.inPoll(poll, { token }, "GET /whole");
    const stranger = await signUp(limited.db);
    for (const remaining of ["2", "1", "0"]) {
      const { status, headers } = await ask(account.privateToken);
      expect([status, headers.get("ratelimit-remaining")]).toEqual([200, remaining]);
    }
    const refused = await ask(account.privateToken);
    expect([refused.status, refused.body]).toEqual([
      429,
      { error: "Too many requests", code: "rate_limited" },
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(stranger.privateToken)).status).toBe(200);
    for (const token of [account.publicToken, stranger.publicToken, account.publicToken]) {
      expect((await ask(token)).status).toBe(200);
    }
    expect((await ask(stranger.publicToken)).status).toBe(429);
    expect((await ask("psk_wrong")).status).toBe(429);
    expect((await limited.request("GET /nowhere")).status).toBe(429);
  });
});

// Covers docs/reference/access.md: actors, allowed-hosts, organization-context, password-budgets, poll-password
// Covers docs/reference/access.md: tokens, user-identifier
// Covers docs/reference/errors.md: codes-of-access, codes-of-fields, codes-of-requests, field-errors, request-id
// Covers docs/reference/requests.md: bodies, cors, headers, idempotency, query-parameters, rate-limits
// Covers docs/reference/requests.md: service-addresses
// Covers docs/reliability.md: cors-and-caches, error-answers, idempotent-requests, invalid-requests, poll-passwords, rate-limits, tokens-and-ids

import { Invalid, NotFound } from "@polls/domain/refusals";
import { buildPoll, createTestDatabase } from "@polls/testing";
import { z } from "zod";
import { answered } from "../../../testing/answered";
import { signUp } from "../../../testing/sign-up";
import { startGateway, type TestGateway } from "../../../testing/start-gateway";
import { hashPollPassword } from "../../features/polls/poll-password";
import { spend } from "../limits/rate-limit";
import { reply } from "../replies/reply";
import { endpoint } from "./endpoint";
import { fingerprintOf } from "./idempotency";

const Renamed = z.strictObject({ title: z.string(), times: z.number() });

const deadlock = () => Object.assign(new Error("deadlock detected"), { code: "40P01" });
let attempts = 0;

/** Minimal endpoints that show the steps of the router. */
const endpoints = [
  endpoint({
    run: "snapshot",
    path: "/api/v1/polls/:poll_id/whole",
    id: "test.one",
    summary: "",
    description: "",
    tag: "Polls",
    auth: "any",
    poll: { param: "poll_id", password: "none", restricted: true },
    responses: { 200: z.strictObject({ title: z.string(), access: z.string() }) },
    handle: async ({ poll, access }) => reply(200, { title: poll.title, access }),
  }),
  endpoint({
    run: "transaction",
    method: "patch",
    path: "/api/v1/polls/:poll_id/title",
    id: "test.two",
    summary: "",
    description: "",
    tag: "Polls",
    auth: "any",
    poll: { param: "poll_id", password: "members", restricted: false, lock: "exclusive" },
    body: z.strictObject({
      poll: z.strictObject({ title: z.string(), ending: z.string().optional() }),
    }),
    responses: { 200: Renamed, 422: z.strictObject({ held: z.boolean() }) },
    handle: async ({ poll, body, tx }) => {
      const { title, ending } = body().poll;
      const { version } = await tx.prisma.poll.update({
        where: { id: poll.id },
        data: { title, version: { increment: 1 } },
      });
      if (ending === "refuse") throw new Invalid({ title: ["is reserved"] });
      if (ending === "break") throw new Error("a defect with a secret");
      if (ending === "hold") return reply(422, { held: true });
      return reply(200, { title, times: version });
    },
  }),
  endpoint({
    run: "alone",
    method: "post",
    path: "/api/v1/private",
    id: "test.three",
    summary: "",
    description: "",
    tag: "Polls",
    auth: "private",
    responses: { 204: null },
    handle: async () => {
      throw new NotFound("Page");
    },
  }),
  endpoint({
    run: "alone",
    method: "post",
    path: "/api/v1/large",
    id: "test.large",
    summary: "",
    description: "",
    tag: "Polls",
    auth: "private",
    body: z.strictObject({ list: z.array(z.unknown()) }).partial(),
    bodyMaxBytes: 1024 * 1024,
    responses: { 204: null },
    handle: async ({ body }) => {
      body();
      return reply(204);
    },
  }),
  endpoint({
    run: "transaction",
    method: "post",
    path: "/api/v1/spending",
    id: "test.four",
    summary: "",
    description: "",
    tag: "Polls",
    auth: "private",
    responses: { 204: null },
    handle: async (_input, { rateLimiter }) => {
      attempts += 1;
      spend(rateLimiter, { key: "test", limit: 2 });
      if (attempts < 3) throw deadlock();
      return reply(204);
    },
  }),
];

describe("every request goes through the same steps", () => {
  let gateway: TestGateway;
  let account: Awaited<ReturnType<typeof signUp>>;
  let hash: string;

  beforeAll(async () => {
    gateway = await startGateway(await createTestDatabase(), {
      endpoints,
      env: { RATE_LIMIT_REQUESTS: "1000", LOG_LEVEL: "silent" },
    });
  });
  beforeEach(async () => {
    account = await signUp(gateway.db);
    hash = (await buildPoll(gateway.db, { ownerAccountId: account.id })).memberHash;
  });
  afterAll(() => gateway.close());

  const title = async () =>
    (await gateway.db.prisma.poll.findUniqueOrThrow({ where: { memberHash: hash } })).title;
  const rename = (body: object, options = {}) =>
    gateway.request(`PATCH /api/v1/polls/${hash}/title`, {
      token: account.privateToken,
      body: { poll: body },
      ...options,
    });

  describe("the caller", () => {
    const noToken = "A token is required: Authorization: Bearer <token>";
    const badToken = "The token is unknown or has expired";
    test.each<[string, string | undefined, string]>([
      ["no token", undefined, noToken],
      ["a malformed token", "Bearer nonsense", badToken],
      [
        "a token with a typing mistake",
        "Bearer psk_000000000000000000000000000000000000",
        badToken,
      ],
      ["another authentication scheme", "Basic cHNrOng=", noToken],
    ])("%s is 401 with the Unauthorized body", async (_case, authorization, error) => {
      const answer = await gateway.request(`GET /api/v1/polls/${hash}/whole`, {
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
        gateway.request(`GET /api/v1/polls/${hash}/whole`, { token, identifier: "x".repeat(256) });
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
      const answer = await gateway.request(`GET /api/v1/polls/${hash}/whole`, {
        token: account.privateToken,
        organization: "nobodys",
      });
      expect(answer.status).toBe(401);
    });
  });

  describe("the poll", () => {
    test("the owner has admin access, others have member access", async () => {
      const stranger = await signUp(gateway.db);
      const accessOf = async (token: string) =>
        (await gateway.request(`GET /api/v1/polls/${hash}/whole`, { token })).body.access;
      expect(await accessOf(account.privateToken)).toBe("admin");
      expect(await accessOf(account.publicToken)).toBe("member");
      expect(await accessOf(stranger.privateToken)).toBe("member");
    });

    test("an unknown poll is 404", async () => {
      const answer = await gateway.request("GET /api/v1/polls/nowhere/whole", {
        token: account.privateToken,
      });
      expect([answer.status, answer.body]).toEqual([
        404,
        { error: "Poll not found", code: "poll_not_found" },
      ]);
    });

    test("with allowed_hosts, requests of members from other origins are 401", async () => {
      const { memberHash } = await buildPoll(gateway.db, {
        ownerAccountId: account.id,
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
      const poll = await buildPoll(gateway.db, { ownerAccountId: account.id, passwordHash });
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
      expect(codes.filter((code) => code === "too_many_password_failures")).toHaveLength(
        30 - wrong,
      );
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

  describe("the body", () => {
    test.each<[string, object, number, string]>([
      [
        "is no JSON",
        { text: "{", headers: { "Content-Type": "application/json" } },
        400,
        "malformed_json",
      ],
      [
        "is empty JSON",
        { text: " ", headers: { "Content-Type": "application/json" } },
        400,
        "malformed_json",
      ],
      [
        "is not UTF-8",
        {
          text: new Uint8Array([0x7b, 0xff, 0x7d]),
          headers: { "Content-Type": "application/json" },
        },
        400,
        "malformed_json",
      ],
      [
        "is nested too deeply",
        { text: "[".repeat(40_000), headers: { "Content-Type": "application/json" } },
        400,
        "bad_request",
      ],
      [
        "is of another type",
        { text: "poll[title]=x", headers: { "Content-Type": "application/x-www-form-urlencoded" } },
        415,
        "unsupported_media_type",
      ],
      [
        "has no type",
        { text: "{}", headers: { "Content-Type": "text/plain" } },
        415,
        "unsupported_media_type",
      ],
      [
        "is a form at an endpoint without files",
        { form: new FormData() },
        415,
        "unsupported_media_type",
      ],
      ["is too large", { body: { poll: { title: "x".repeat(2_000_000) } } }, 413, "too_large"],
      ["has an unknown key", { body: { poll: { title: "x", shade: 1 } } }, 422, "invalid"],
      [
        "has __proto__",
        {
          text: '{"poll":{"title":"x","__proto__":{"a":1}}}',
          headers: { "Content-Type": "application/json" },
        },
        422,
        "invalid",
      ],
    ])("that %s is refused", async (_case, options, status, code) => {
      const answer = await gateway.request(`PATCH /api/v1/polls/${hash}/title`, {
        token: account.privateToken,
        ...options,
      });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(await title()).toBe("Where do we eat");
    });

    test("the response names all problems of the body, by attributes without the envelope", async () => {
      const answer = await rename({ shade: "red", title: 7 });
      expect(answer.body).toEqual({
        error: "Unprocessable",
        code: "invalid",
        errors: { title: ["must be a string"], shade: ["is not a known field"] },
        problems: {
          title: [{ code: "not_text", values: {} }],
          shade: [{ code: "unknown_field", values: {} }],
        },
      });
    });
  });

  describe("a body with many problems", () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`key_${at}`, 1]));

    test("is answered with 50 of them and the number of the others", async () => {
      const { status, body, text } = await rename(keys(5_000));
      expect([status, body.code, body.more_problems]).toEqual([422, "invalid", 5_001 - 50]);
      expect(Object.keys(body.errors)).toHaveLength(50);
      expect(Object.keys(body.problems)).toEqual(Object.keys(body.errors));
      expect(text.length).toBeLessThan(8_000);
    });

    test("with more than 30,000 keys or 200,000 entries is 400 before it is parsed", async () => {
      const ask = (text: string) =>
        gateway.request("POST /api/v1/large", {
          token: account.privateToken,
          text,
          headers: { "Content-Type": "application/json" },
        });
      const manyKeys = JSON.stringify(keys(30_001));
      const manyEntries = `{"list":[${"1,".repeat(200_001)}1]}`;
      for (const text of [manyKeys, manyEntries]) {
        const { status, body } = await ask(text);
        expect([status, body.error]).toEqual([400, "The body has too many keys or entries"]);
      }
      expect((await ask(JSON.stringify(keys(30_000)))).body.more_problems).toBe(29_950);
    });
  });

  describe("the URL", () => {
    test("a query with an invalid percent-encoding is 400", async () => {
      const answer = await gateway.request(`GET /api/v1/polls/${hash}/whole?a=%E0%A4%A`, {
        token: account.privateToken,
      });
      expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
    });

    test("a path with an invalid percent-encoding is 400", async () => {
      const answer = await gateway.request("GET /api/v1/polls/%E0%A4%A/whole", {
        token: account.privateToken,
      });
      expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
    });

    test("OPTIONS lists the methods of a path, HEAD responds like GET without a body", async () => {
      const path = `/api/v1/polls/${hash}/whole`;
      const options = await gateway.request(`OPTIONS ${path}`);
      expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
      const head = await gateway.request(`HEAD ${path}`, { token: account.privateToken });
      expect([head.status, head.text]).toEqual([200, ""]);
    });

    test.each(["/whole?a=%00", "%00/whole"])("a character 0 in %j is 400", async (end) => {
      const answer = await gateway.request(`GET /api/v1/polls/${hash}${end}`, {
        token: account.privateToken,
      });
      expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
    });

    test("unknown query parameters are ignored", async () => {
      const answer = await gateway.request(`GET /api/v1/polls/${hash}/whole?shade=red`, {
        token: account.privateToken,
      });
      expect(answer.status).toBe(200);
    });

    test("an unknown path is 404, as JSON", async () => {
      const answer = await gateway.request("DELETE /api/v1/nothing");
      expect([answer.status, answer.body]).toEqual([
        404,
        { error: "Page not found", code: "page_not_found" },
      ]);
      expect(answer.headers.has("ratelimit-remaining")).toBe(true);
    });
  });

  test("a transaction that is tried again spends a budget once", async () => {
    const ask = () =>
      gateway.request("POST /api/v1/spending", {
        token: account.privateToken,
        headers: { "Idempotency-Key": "spent" },
      });
    expect((await ask()).status).toBe(204);
    expect(attempts).toBe(3);
    expect((await ask()).headers.get("idempotency-replayed")).toBe("true");
    const { rateLimiter } = gateway.deps;
    expect(rateLimiter.peek("test", 2, 60_000).remaining).toBe(1);
  });

  describe("the response", () => {
    test("has headers for caching and security", async () => {
      const answer = await gateway.request(`GET /api/v1/polls/${hash}/whole`, {
        token: account.privateToken,
      });
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
      const answer = await gateway.request(`OPTIONS /api/v1/polls/${hash}/whole`, {
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
      const answer = await gateway.request(`GET /api/v1/polls/${hash}/whole`, {
        token: account.privateToken,
        headers: { Origin: "https://any.example" },
      });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-expose-headers")).toBe(
        "ETag, X-Total-Pages, X-Total-Count, Link, X-Request-Id, Idempotency-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, Retry-After",
      );
    });
  });

  describe("Idempotency-Key", () => {
    const kept = () => gateway.db.prisma.idempotencyKey.count();

    test("a repeated request gets the same response and is carried out once", async () => {
      const first = await rename({ title: "once" }, { idempotencyKey: "k" });
      const again = await rename({ title: "once" }, { idempotencyKey: "k" });
      expect(first.body).toEqual({ title: "once", times: 2 });
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(first.headers.get("idempotency-replayed")).toBeNull();
      expect(again.headers.get("idempotency-replayed")).toBe("true");
    });

    test("the members of a repeated body may stand in another order", async () => {
      await rename({ title: "once", ending: "!" }, { idempotencyKey: "k" });
      const again = await rename({ ending: "!", title: "once" }, { idempotencyKey: "k" });
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    });

    test("a response that the last release kept, which compared the order, is found", async () => {
      const body = { title: "once", ending: "!" };
      await rename(body, { idempotencyKey: "k" });
      const fingerprint = new Uint8Array(fingerprintOf(JSON.stringify({ poll: body })));
      await gateway.db.prisma.idempotencyKey.updateMany({ data: { fingerprint } });
      const again = await rename(body, { idempotencyKey: "k" });
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    });

    test("a used key with another body is 422", async () => {
      await rename({ title: "once" }, { idempotencyKey: "k" });
      const other = await rename({ title: "twice" }, { idempotencyKey: "k" });
      expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
      expect(await title()).toBe("once");
    });

    test("of many concurrent requests with one key one is carried out, the others get 409 or its response", async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => rename({ title: "raced" }, { idempotencyKey: "k" })),
      );
      const fresh = answers.filter(
        ({ status, headers }) => status === 200 && !headers.has("idempotency-replayed"),
      );
      const others = answers.filter((answer) => !fresh.includes(answer));
      expect(fresh).toHaveLength(1);
      for (const { status, body } of others) {
        expect(status === 200 ? body.times : body.code).toBe(
          status === 200 ? 2 : "idempotency_key_in_use",
        );
      }
    });

    test("the response of a held outcome is stored, although it is 422", async () => {
      await rename({ title: "held", ending: "hold" }, { idempotencyKey: "k" });
      const again = await rename({ title: "held", ending: "hold" }, { idempotencyKey: "k" });
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([422, "true"]);
    });

    test.each([
      ["a refusal", "refuse"],
      ["an internal error", "break"],
    ])("%s changes nothing, and its response is not stored", async (_case, ending) => {
      const before = await kept();
      await rename({ title: "no", ending }, { idempotencyKey: "k" });
      expect(await kept()).toBe(before);
      expect((await rename({ title: "yes" }, { idempotencyKey: "k" })).status).toBe(200);
    });

    test("the same key of another actor, or in another poll, is independent", async () => {
      await rename({ title: "mine" }, { idempotencyKey: "k" });
      const theirs = await rename(
        { title: "theirs" },
        { idempotencyKey: "k", token: account.publicToken, identifier: "somebody" },
      );
      expect([theirs.status, theirs.headers.get("idempotency-replayed")]).toEqual([200, null]);
    });

    test("keys of anonymous readers are ignored", async () => {
      const asReader = { idempotencyKey: "k", token: account.publicToken };
      const first = await rename({ title: "same" }, asReader);
      const second = await rename({ title: "same" }, asReader);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.headers.get("idempotency-replayed")).toBeNull();
      expect((await rename({ title: "other" }, asReader)).body.title).toBe("other");
    });

    test("after 24 hours the key may be used again", async () => {
      await rename({ title: "old" }, { idempotencyKey: "k" });
      await gateway.db.prisma.idempotencyKey.updateMany({
        data: { createdAt: new Date(Date.now() - 24 * 3_600_000 - 1_000) },
      });
      expect((await rename({ title: "new" }, { idempotencyKey: "k" })).body.title).toBe("new");
      expect(await title()).toBe("new");
    });

    test.each([
      ["an empty key", ""],
      ["a key of 256 characters", "k".repeat(256)],
    ])("%s is 400", async (_case, idempotencyKey) => {
      expect((await rename({ title: "x" }, { idempotencyKey })).status).toBe(400);
    });
  });

  describe("the rate limit", () => {
    test("counts by account for private tokens, and by client address for public tokens", async () => {
      const limited = await startGateway(
        { url: gateway.deps.config.databaseUrl },
        { endpoints, env: { RATE_LIMIT_REQUESTS: "3" } },
      );
      try {
        const ask = (token: string) =>
          limited.request(`GET /api/v1/polls/${hash}/whole`, { token });
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
      } finally {
        await limited.close();
      }
    });
  });
});

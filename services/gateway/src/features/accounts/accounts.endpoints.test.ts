// Covers docs/reference/access.md: tokens, user-identifier
// Covers docs/reference/accounts.md: capabilities, endpoints, fields, token-rotation
// Covers docs/reference/requests.md: idempotency
// Covers docs/reliability.md: tokens-and-ids

import { ownerKeyOf } from "@polls/domain/access";
import { Unauthenticated } from "@polls/domain/refusals";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { createAuthenticator } from "../../http/routing/authenticate";
import { tokenDigest } from "../../identity/token";
import { AccountResponse, RotatedTokenResponse } from "./accounts.schema";

const NOW = new Date("2030-06-01T12:00:00.000Z");

const gateway = shareGateway({ clock: () => NOW });

describe("GET /account", () => {
  test("shows the account of a private token, with the last four characters of its tokens", async () => {
    const account = await signUp(gateway.db, { email: "ann@example.org", name: "Ann" });
    const { status, body, text } = await gateway.as(account, "GET /api/v1/account");
    expect(status).toBe(200);
    expect(AccountResponse.safeParse(body).error).toBeUndefined();
    expect(body).toEqual({
      id: account.publicId,
      email: "ann@example.org",
      name: "Ann",
      can_delete_participations: true,
      can_take_payments: true,
      created_at: expect.any(String),
      tokens: {
        private: { last_four: account.privateToken.slice(-4), created_at: expect.any(String) },
        public: { last_four: account.publicToken.slice(-4), created_at: expect.any(String) },
      },
    });
    expect(text).not.toContain(account.publicToken);
  });
});

describe("PATCH /account", () => {
  const change = (token: string, body: unknown) =>
    gateway.request("PATCH /api/v1/account", { token, body });

  test("changes only the name", async () => {
    const { privateToken } = await signUp(gateway.db, { name: "Ann" });
    const before = await gateway.request("GET /api/v1/account", { token: privateToken });
    const { status, body } = await change(privateToken, { account: { name: "  Anna " } });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before.body, name: "Anna" });
    expect((await change(privateToken, { account: {} })).body.name).toBe("Anna");
    const others = { email: "x@example.org", can_take_payments: false };
    const sentBack = await change(privateToken, { account: { ...body, ...others } });
    expect([sentBack.status, sentBack.body]).toEqual([200, body]);
  });

  test.each<[string, unknown, object]>([
    ["an empty name", { account: { name: " " } }, { name: ["is required"] }],
    [
      "a name that is too long",
      { account: { name: "x".repeat(256) } },
      { name: [expect.any(String)] },
    ],
    [
      "a field that no account has",
      { account: { password: "x" } },
      { password: ["is not a known field"] },
    ],
    ["no envelope", { name: "Anna" }, { account: ["is required"], name: ["is not a known field"] }],
  ])("%s is 422", async (_case, body, errors) => {
    const { privateToken } = await signUp(gateway.db);
    const answer = await change(privateToken, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: "Unprocessable", code: "invalid" });
    expect(answer.body.errors).toEqual(errors);
  });
});

describe("POST /account/tokens/{kind}/rotate", () => {
  const rotate = (kind: string, token: string, idempotencyKey?: string) =>
    gateway.request(`POST /api/v1/account/tokens/${kind}/rotate`, { token, idempotencyKey });
  const works = async (token: string) =>
    (await gateway.request("GET /api/v1/polls/no-such-poll", { token })).status !== 401;

  test("a new private token works at once, and the old one is refused", async () => {
    const { privateToken, publicToken } = await signUp(gateway.db);
    const { status, body } = await rotate("private", privateToken);
    expect(status).toBe(201);
    expect(RotatedTokenResponse.safeParse(body).error).toBeUndefined();
    expect(body).toEqual({
      kind: "private",
      token: expect.stringMatching(/^psk_/),
      last_four: body.token.slice(-4),
      created_at: NOW.toISOString(),
    });
    expect(await works(body.token)).toBe(true);
    expect(await works(privateToken)).toBe(false);
    expect(await works(publicToken)).toBe(true);
  });

  test("an anonymous user keeps its objects when the public token is rotated", async () => {
    const account = await signUp(gateway.db);
    const actorOf = (token: string) =>
      gateway.deps.authenticator.authenticate(
        {
          authorization: `Bearer ${token}`,
          userIdentifier: "somebody",
          organizationId: undefined,
        },
        "read",
      );
    const before = await actorOf(account.publicToken);
    const { body } = await rotate("public", account.privateToken);
    expect(await actorOf(body.token)).toEqual(before);
    expect(await works(account.publicToken)).toBe(false);
  });

  test("another process refuses the old token within a second", async () => {
    const { id, privateToken } = await signUp(gateway.db);
    let now = 0;
    const pages = {
      keys: gateway.deps.config.keys,
      now: gateway.deps.clock,
      linkedOwner: async () => undefined,
      blocked: () => new Set<bigint>(),
    };
    const elsewhere = createAuthenticator(gateway.db, gateway.deps.storedKeys, pages, () => now);
    const asks = () =>
      elsewhere.authenticate(
        {
          authorization: `Bearer ${privateToken}`,
          userIdentifier: undefined,
          organizationId: undefined,
        },
        "read",
      );
    expect(await asks()).toEqual({ kind: "user", accountId: id });
    await rotate("private", privateToken);
    now = 1_000;
    await expect(asks()).rejects.toThrow(Unauthenticated);
  });

  test("an identifier means another user in another account, and an empty one means no user", async () => {
    const [one, other] = [await signUp(gateway.db), await signUp(gateway.db)];
    const actorOf = ({ publicToken }: { publicToken: string }, userIdentifier: string) =>
      gateway.deps.authenticator.authenticate(
        {
          authorization: `Bearer ${publicToken}`,
          userIdentifier,
          organizationId: undefined,
        },
        "read",
      );
    const [first, second] = [await actorOf(one, "ada"), await actorOf(other, "ada")];
    expect([first, second]).toMatchObject([{ kind: "anonymous_user" }, { kind: "anonymous_user" }]);
    expect(ownerKeyOf(first)).not.toBe(ownerKeyOf(second));
    expect(ownerKeyOf(first)).not.toContain("ada");
    expect(await actorOf(one, "")).toEqual({ kind: "anonymous_reader", accountId: one.id });
  });

  test("no token is stored, not even in the reply for an Idempotency-Key", async () => {
    const { privateToken } = await signUp(gateway.db);
    const { body } = await rotate("public", privateToken, "once");
    const { rows } = await gateway.db.pool.query(
      `SELECT (SELECT count(*) FROM idempotency_keys)::int AS answers,
              (SELECT count(*) FROM api_tokens WHERE digest = $1)::int AS digests`,
      [tokenDigest(body.token)],
    );
    expect(rows).toEqual([{ answers: 0, digests: 1 }]);
  });

  test("an unknown kind of token is 404", async () => {
    const { privateToken } = await signUp(gateway.db);
    const { status, body } = await rotate("secret", privateToken);
    expect([status, body]).toEqual([404, { error: "Page not found", code: "page_not_found" }]);
  });
});

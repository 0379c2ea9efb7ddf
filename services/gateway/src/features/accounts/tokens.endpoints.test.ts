// Covers docs/reference/access.md: tokens
// Covers docs/reference/accounts.md: named-tokens, scopes

import { buildOption, buildParticipant, waitFor } from "@polls/testing";
import { answered } from "../../../testing/answered";
import { shareGateway } from "../../../testing/share-gateway";
import { type SignedUpAccount, signUp } from "../../../testing/sign-up";
import { endpoints } from "../../endpoints";
import { TokenResponse } from "./tokens.schema";

let owner: SignedUpAccount;
const gateway = shareGateway();
beforeEach(async () => {
  owner = await signUp(gateway.db);
});

const path = "/api/v1/account/tokens";
const make = (token: object, by = owner.privateToken) =>
  gateway.request(`POST ${path}`, { token: by, body: { token } });
const reader = { name: "Report", kind: "private", scope: "read" };
const statusOf = async (token: string, line = "GET /api/v1/account") =>
  (await gateway.request(line, { token })).status;

test("a token is returned only at its creation, and the list does not contain it", async () => {
  const { status, body } = await make({ ...reader, expires_at: "2040-01-01T00:00:00+01:00" });
  expect(status).toBe(201);
  const { token, ...shown } = body;
  expect(token).toMatch(/^psk_/);
  expect(shown).toEqual({
    ...reader,
    id: expect.any(String),
    last_four: token.slice(-4),
    expires_at: "2039-12-31T23:00:00.000Z",
    last_used_at: null,
    created_at: expect.any(String),
  });
  const list = await gateway.as(owner, `GET ${path}`);
  expect(list.body).toEqual([shown]);
  expect(list.text).not.toContain(token);
});

describe("scopes", () => {
  const pollOf = async () => {
    const poll = await owner.buildPoll();
    const participant = await buildParticipant(gateway.db, poll, {
      ownerKey: `user:${owner.id}`,
    });
    const option = await buildOption(gateway.db, poll);
    return { poll, vote: { voter_id: participant.publicId, option_id: option.publicId } };
  };

  test.each([
    ["read", [200, 401, 401]],
    ["vote", [200, 201, 401]],
    ["manage", [200, 201, 200]],
  ])(
    "a token with the scope %s: reading, voting and changing the poll",
    async (scope, expected) => {
      const { poll, vote } = await pollOf();
      const { token } = (await make({ ...reader, scope })).body;
      const answers = [
        await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, { token }),
        await gateway.inPoll(poll, { token }, "POST /votes", { ...vote, vote: { vote: 1 } }),
        await gateway.as({ token }, `PATCH /api/v1/polls/${poll.adminHash}`, {
          poll: { title: "Changed" },
        }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(expected);
      for (const { status, body } of answers) {
        if (status === 401) {
          expect(body).toEqual({
            error: expect.stringMatching(/^The token has no scope "(vote|manage)"$/),
            code: "insufficient_scope",
          });
        }
      }
    },
  );

  test.each(["read", "vote"])(
    "a token with the scope %s gets no URL that manages a poll",
    async (scope) => {
      const { poll } = await pollOf();
      const { token } = (await make({ ...reader, scope })).body;
      for (const line of [
        `/polls/${poll.memberHash}`,
        "/polls",
        `/polls/${poll.memberHash}/options`,
        `/polls/${poll.memberHash}/results`,
        `/polls/${poll.adminHash}/results/stream`,
      ]) {
        const [all, some] = [
          await gateway.as(owner, `GET /api/v1${line}`),
          await gateway.request(`GET /api/v1${line}`, { token }),
        ];
        expect(all.text).toContain(poll.adminHash);
        expect([line, some.status]).toEqual([line, 200]);
        expect(some.text).not.toContain(poll.adminHash);
      }
    },
  );

  test("a public token with the scope read gets no URL that manages a poll, even by an admin hash", async () => {
    const { poll } = await pollOf();
    const { token } = (await make({ ...reader, kind: "public" })).body;
    for (const path of [poll.adminHash, `${poll.adminHash}/options`]) {
      const line = `GET /api/v1/polls/${path}`;
      const all = await gateway.request(line, { token: owner.publicToken });
      const some = await gateway.request(line, { token });
      expect([all.status, some.status]).toEqual([200, 200]);
      expect(all.text).toContain(poll.adminHash);
      expect(some.text).not.toContain(poll.adminHash);
    }
  });

  test("a public token has a scope too", async () => {
    const { poll } = await pollOf();
    const { token } = (await make({ ...reader, kind: "public" })).body;
    const register = gateway.inPoll(poll, { token, identifier: "ada" }, "POST /voters", {
      voter: { user_name: "Ada" },
    });
    expect((await register).body.code).toBe("insufficient_scope");
    expect(await statusOf(token, `GET /api/v1/polls/${poll.memberHash}`)).toBe(200);
  });

  test.each(["private", "public"])(
    "a %s token with the scope vote changes a participant, but not its jury and fraud flags",
    async (kind) => {
      const poll = await owner.buildPoll();
      const { token } = (await make({ ...reader, kind, scope: "vote" })).body;
      const sent = { token, ...(kind === "public" && { identifier: "ada" }) };
      const voters = `/api/v1/polls/${poll.adminHash}/voters`;
      const body = { voter: { user_name: "Ada" } };
      const { id } = (await gateway.request(`POST ${voters}`, { ...sent, body })).body;
      const change = (voter: object, by: object = sent) =>
        gateway.request(`PATCH ${voters}/${id}`, { ...by, body: { voter } });
      const renamed = await change({ user_name: "Eve" });
      expect([renamed.status, renamed.body.jury]).toEqual([200, false]);
      for (const flags of [{ jury: true }, { fraudulent: true, user_name: "Ida" }]) {
        const { status, body } = await change(flags);
        expect([status, body.code]).toEqual([401, "insufficient_scope"]);
      }
      const sentBack = await change({ ...renamed.body, user_name: "Ida" });
      expect(sentBack.body).toMatchObject({ user_name: "Ida", jury: false, fraudulent: false });
      const flagged = await change({ jury: true }, { token: owner.privateToken });
      expect(flagged.body.jury).toBe(true);
    },
  );

  test("the kind of a token is checked before its scope, and its scope before the organization", async () => {
    const { token: publicReader } = (await make({ ...reader, kind: "public" })).body;
    const { token: privateReader } = (await make(reader)).body;
    const codeOf = async (token: string) =>
      (await gateway.request("POST /api/v1/polls?organization_id=other", { token })).body.code;
    expect(await codeOf(publicReader)).toBe("unauthorized");
    expect(await codeOf(privateReader)).toBe("insufficient_scope");
    expect(await codeOf(owner.privateToken)).toBe("unauthorized");
  });

  test("a token with the scope read cannot change data at any endpoint", async () => {
    const { token } = (await make(reader)).body;
    const writes = endpoints.filter(({ method, auth }) => method !== "get" && auth !== "none");
    expect(writes.length).toBeGreaterThan(25);
    for (const { id, method, path: pattern } of writes) {
      if (id === "results.streamTickets.create") continue;
      const line = `${method.toUpperCase()} ${pattern.replace(/:\w+/g, "x")}`;
      const { status, body } = await gateway.request(line, { token });
      expect([id, status, body.code]).toEqual([id, 401, "insufficient_scope"]);
    }
  });
});

test("a token ends when it expires or is deleted, and for no other reason", async () => {
  const [kept, deleted, ending] = [
    (await make(reader)).body,
    (await make(reader)).body,
    (await make(reader)).body,
  ];
  for (const { token } of [kept, deleted, ending]) expect(await statusOf(token)).toBe(200);
  const gone = await gateway.as(owner, `DELETE ${path}/${deleted.id}`);
  expect(gone.status).toBe(204);
  const soon = new Date(Date.now() + 700).toISOString();
  const changed = await gateway.as(owner, `PATCH ${path}/${ending.id}`, {
    token: { expires_at: soon },
  });
  expect(changed.body.expires_at).toBe(soon);
  for (const { token } of [deleted, ending]) {
    await waitFor(async () => (await statusOf(token)) === 401, { what: "the token has expired" });
  }
  const sentBack = await gateway.as(owner, `PATCH ${path}/${ending.id}`, { token: changed.body });
  expect([sentBack.status, sentBack.body.expires_at]).toEqual([200, soon]);
  await gateway.as(owner, `POST ${path}/private/rotate`);
  expect(await statusOf(kept.token)).toBe(200);
});

test("the response can be sent back, and an expiry in the past is refused", async () => {
  const { token: _, ...shown } = (await make({ ...reader, expires_at: null })).body;
  const change = (token: object) => gateway.as(owner, `PATCH ${path}/${shown.id}`, { token });
  expect((await change(shown)).body).toEqual(shown);
  expect((await change({ name: "Other" })).body).toEqual({ ...shown, name: "Other" });
  expect((await change({ expires_at: "2020-01-01T00:00:00Z" })).body.errors).toEqual({
    expires_at: ["must be in the future"],
  });
  for (const moment of ["2040-01-31T12:00+02", "2040-01-31T10:00", "2040-01-31T10:00:00,0Z"]) {
    const { body } = await change({ expires_at: moment });
    expect(body.expires_at).toBe("2040-01-31T10:00:00.000Z");
  }
  expect((await change({ expires_at: "2040-01-31 10:00" })).body.errors).toEqual({
    expires_at: ["must be a date and time in ISO 8601"],
  });
  expect((await change({ expires_at: null })).body.expires_at).toBeNull();
  expect((await change({ scopes: ["read"] })).status).toBe(422);
  expect((await change({ scope: "manage", kind: "private" })).body.errors).toEqual({
    scope: ["cannot be changed"],
  });
  expect((await make({ name: "x" })).body.errors).toEqual({
    kind: expect.anything(),
    scope: expect.anything(),
  });
});

test("tokens of other accounts are unknown", async () => {
  const { id } = (await make(reader)).body;
  const stranger = await signUp(gateway.db);
  for (const method of ["PATCH", "DELETE"]) {
    const { status, body } = await gateway.request(`${method} ${path}/${id}`, {
      token: stranger.privateToken,
      ...(method === "PATCH" && { body: { token: {} } }),
    });
    expect([status, body.code]).toEqual([404, "token_not_found"]);
  }
});

test("the last use is stored", async () => {
  const { id, token } = (await make(reader)).body;
  expect(await statusOf(token)).toBe(200);
  const shown = async () => {
    const { body } = await gateway.as(owner, `GET ${path}`);
    expect(TokenResponse.array().safeParse(body).error).toBeUndefined();
    return body.find((one: { id: string }) => one.id === id).last_used_at;
  };
  await waitFor(async () => (await shown()) !== null, { what: "the last use is stored" });
  expect(Math.abs(Date.parse(await shown()) - Date.now())).toBeLessThan(60_000);
});

test("an account has at most 50 named tokens, also with concurrent requests", async () => {
  const answers = await Promise.all(Array.from({ length: 53 }, () => answered(() => make(reader))));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [422, "token_limit_reached"]),
  );
});

// Covers docs/reference/pages.md: page-tokens, visitors
// Covers docs/reliability.md: cors-and-caches

import { buildOption, fakeClock } from "@polls/testing";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { endpoints } from "../../endpoints";
import { PAGE_TOKEN_SECONDS } from "../../identity/page-token";

const start = new Date("2030-06-15T12:00:00Z");
const clock = fakeClock(start);

const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway);
beforeEach(() => clock.set(start));

const newPoll = (settings: Readonly<Record<string, unknown>> = {}) => owner.buildPoll({ settings });

const exchange = (pollHash: string, headers: Readonly<Record<string, string>> = {}) =>
  gateway.request(`POST /session/token?poll=${pollHash}`, { headers: { ...ownPage, ...headers } });

/** The name and value of the cookie that a response sets. */

const takePart = (pollHash: string, token: string) =>
  gateway.as({ token }, `POST /api/v1/polls/${pollHash}/voters`, { voter: { user_name: "Ada" } });

test("every page gets a token that votes as the same visitor", async () => {
  const poll = await newPoll();
  const option = await buildOption(gateway.db, poll, { content: "Soup" });
  const first = await exchange(poll.memberHash);
  expect(first.status).toBe(200);
  expect(first.body).toEqual({ token: expect.stringMatching(/^pst_/), expires_in: 900 });
  const { body: voter } = await takePart(poll.memberHash, first.body.token);

  const second = await exchange(poll.memberHash, { Cookie: cookieOf(first) });
  const vote = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    token: second.body.token,
    body: { voter_id: voter.id, option_id: option.publicId, vote: { vote: 1 } },
  });
  expect(vote.status).toBe(201);
});

test("the cookie is signed, and not available to scripts, other hosts and pages of other sites", async () => {
  const { headers } = await exchange((await newPoll()).memberHash);
  expect(headers.get("set-cookie")).toMatch(
    /^__Host-visitor=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(headers.get("cache-control")).toBe("private, no-store");
});

describe("a request that was not sent by a page of the service", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ["of another site", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
    ["of another host of the domain", { "Sec-Fetch-Site": "same-site" }],
    ["of a frame without an origin", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
    ["by a link", { "Sec-Fetch-Site": "none" }],
    ["that names another host", { Origin: "https://evil.example", "Sec-Fetch-Site": "" }],
    ["without HTTPS", { Origin: TEST_BASE_URL.replace("https", "http"), "Sec-Fetch-Site": "" }],
  ])("%s gets no token and no cookie", async (_case, headers) => {
    const poll = await newPoll();
    const cookie = cookieOf(await exchange(poll.memberHash));
    const answer = await exchange(poll.memberHash, { Cookie: cookie, ...headers });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  });

  test("gets no token if it has no origin", async () => {
    const { memberHash } = await newPoll();
    const answer = await gateway.request(`POST /session/token?poll=${memberHash}`);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  });
});

describe("an attacker cannot choose the identifier of a visitor", () => {
  test.each([
    ["an identifier without a signature", (id: string) => id],
    ["a signature with another key", (id: string) => `${id}.${"A".repeat(43)}`],
    [
      "the signature of another visitor",
      (id: string, known: string) => `${id}.${known.split(".")[1]}`,
    ],
    [
      "a shorter signature",
      (id: string, known: string) => `${id}.${known.split(".")[1]?.slice(1)}`,
    ],
  ])("a cookie with %s is replaced", async (_case, forge) => {
    const poll = await newPoll();
    const known = cookieOf(await exchange(poll.memberHash)).replace("__Host-visitor=", "");
    const forged = `__Host-visitor=${forge("A".repeat(22), known)}`;
    const answer = await exchange(poll.memberHash, { Cookie: forged });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).not.toContain("A".repeat(22));
  });

  test("a cookie without the prefix, which other hosts of the domain can set, is ignored", async () => {
    const poll = await newPoll();
    const known = cookieOf(await exchange(poll.memberHash));
    const answer = await exchange(poll.memberHash, { Cookie: known.replace("__Host-", "") });
    expect(cookieOf(answer)).not.toBe(known);
  });

  test("a signed cookie after a forged one is found", async () => {
    const poll = await newPoll();
    const known = cookieOf(await exchange(poll.memberHash));
    const answer = await exchange(poll.memberHash, { Cookie: `__Host-visitor=x; a=b; ${known}` });
    expect(cookieOf(answer)).toBe(known);
  });
});

describe("the token of a page", () => {
  test("is only valid for its poll: other polls are 404, like polls that do not exist", async () => {
    const [poll, other] = [await newPoll(), await newPoll()];
    const { token } = (await exchange(poll.memberHash)).body;
    const shown = (hash: string) => gateway.request(`GET /api/v1/polls/${hash}`, { token });
    expect((await shown(poll.memberHash)).status).toBe(200);
    const [elsewhere, nowhere] = [await shown(other.memberHash), await shown("no-such-poll")];
    expect([elsewhere.status, elsewhere.body]).toEqual([404, nowhere.body]);
    expect((await shown(other.adminHash)).status).toBe(404);
    expect((await takePart(other.memberHash, token)).status).toBe(404);
    const path = `/api/v1/polls/${other.memberHash}/votes`;
    const body = { voter_id: "x", option_id: "y", vote: { vote: 1 } };
    expect((await gateway.request(`POST ${path}`, { token, body })).status).toBe(404);
    expect((await gateway.request(`GET ${path}`, { token })).status).toBe(404);
  });

  test("has the rights of a public token with an identifier, and no others", async () => {
    const poll = await newPoll();
    const { token } = (await exchange(poll.memberHash)).body;
    for (const line of ["GET /api/v1/polls", "GET /api/v1/account", "GET /api/v1/webhooks"]) {
      expect([line, (await gateway.request(line, { token })).status]).toEqual([line, 401]);
    }
    const poll1 = `/api/v1/polls/${poll.memberHash}`;
    expect((await gateway.request(`DELETE ${poll1}`, { token })).status).toBe(401);
    expect((await gateway.request(`GET ${poll1}`, { token, organization: "x" })).status).toBe(401);
    expect((await gateway.request(`GET ${poll1}`, { token })).body.admin_hash).toBeUndefined();
  });

  test("ignores the identifier of another user", async () => {
    const poll = await newPoll({ hidden_participants: true });
    const { token } = (await exchange(poll.memberHash)).body;
    const { body } = await takePart(poll.memberHash, token);
    const asOther = { token, identifier: "another" };
    const path = `/api/v1/polls/${poll.memberHash}/voters/${body.id}`;
    expect((await gateway.request(`GET ${path}`, asOther)).status).toBe(200);
    const identifier = { token: owner.publicToken, identifier: "another" };
    expect((await gateway.request(`GET ${path}`, identifier)).status).toBe(404);
  });

  test("expires after 15 minutes", async () => {
    const poll = await newPoll();
    const { token } = (await exchange(poll.memberHash)).body;
    const statusAfter = async (seconds: number) => {
      clock.set(new Date(start.getTime() + seconds * 1_000));
      return (await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, { token })).status;
    };
    expect(await statusAfter(PAGE_TOKEN_SECONDS - 1)).toBe(200);
    expect(await statusAfter(PAGE_TOKEN_SECONDS)).toBe(401);
  });

  test("is refused if it was modified", async () => {
    const poll = await newPoll();
    const { token } = (await exchange(poll.memberHash)).body as { readonly token: string };
    const at = token.length - 8;
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    for (const each of [changed, "pst_", "pst_AAAA", `${token}A`.slice(1)]) {
      const { status } = await gateway.inPoll(poll, { token: each }, "GET");
      expect([each, status]).toEqual([each, 401]);
    }
  });

  test("opens streams of results with a ticket", async () => {
    const poll = await newPoll();
    const { token } = (await exchange(poll.memberHash)).body;
    const path = `/api/v1/polls/${poll.memberHash}/results`;
    const ticket = await gateway.request(`POST ${path}/stream_tickets`, { token });
    expect(ticket.status).toBe(201);
    const stream = await gateway.request(`GET ${ticket.body.url}`);
    expect([stream.status, stream.body.voters_count]).toEqual([200, 0]);
  });
});

test("cookies are ignored under /api/v1", async () => {
  const poll = await newPoll();
  const cookie = cookieOf(await exchange(poll.memberHash));
  const { status } = await gateway.inPoll(poll, { headers: { ...ownPage, Cookie: cookie } }, "GET");
  expect(status).toBe(401);
});

test("every endpoint for public tokens belongs to a poll, so a page token reaches no other endpoint", () => {
  const others = endpoints.filter(({ auth, poll }) => auth === "any" && poll === undefined);
  expect(others.map(({ id }) => id)).toEqual([]);
});

test("a poll that does not exist, and an admin hash that only the owner may use, are 404", async () => {
  const poll = await newPoll({ public_admin_link: false });
  for (const hash of ["", "no-such-poll", poll.adminHash]) {
    const answer = await exchange(hash);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([404, null]);
  }
});

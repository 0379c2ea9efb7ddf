// Covers docs/reference/pages.md: frames-without-cookies

import { buildOption, fakeClock } from "@polls/testing";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import type { TestGateway } from "../../../testing/start-gateway";

const start = new Date("2030-06-15T12:00:00Z");
const DAY_MS = 86_400_000;
const clock = fakeClock(start);

const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway);
beforeEach(() => clock.set(start));

type Headers_ = Readonly<Record<string, string>>;
type Answer = Awaited<ReturnType<TestGateway["request"]>>;

const newPoll = () =>
  owner.buildPoll({ settings: { require_voter_name: false, hidden_participants: true } });

/** Sends the token exchange of a page in a frame on another site. */
const exchange = (pollHash: string, headers: Headers_ = {}, from: TestGateway = gateway) =>
  from.request(`POST /session/token?poll=${pollHash}&frame=true`, {
    headers: { ...ownPage, ...headers },
  });

const bearer = (session: string) => ({ Authorization: `Bearer ${session}` });

/** Creates a participant, and returns its id. */
async function takePart(pollHash: string, { body: { token } }: Answer): Promise<string> {
  const path = `POST /api/v1/polls/${pollHash}/voters`;
  const { status, body } = await gateway.request(path, { token, body: { voter: {} } });
  expect(status).toBe(201);
  return body.id;
}

/**
 * Whether a token belongs to the visitor who owns a participant. No other visitor can read the
 * participant.
 */
async function isVisitor(pollHash: string, { body: { token } }: Answer, id: string) {
  const path = `GET /api/v1/polls/${pollHash}/voters/${id}`;
  return (await gateway.request(path, { token })).status === 200;
}

test("a frame gets a cookie that the browser partitions by the surrounding site", async () => {
  const { memberHash } = await newPoll();
  const first = await exchange(memberHash);
  expect(first.headers.get("set-cookie")).toMatch(
    /^__Host-framed_visitor=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=None; Secure; Partitioned$/,
  );
  const id = await takePart(memberHash, first);
  const again = await exchange(memberHash, { Cookie: cookieOf(first) });
  expect(await isVisitor(memberHash, again, id)).toBe(true);
  expect([cookieOf(again), again.body.session]).toEqual([cookieOf(first), undefined]);
});

test("in a frame of the same site the visitor and the cookie stay the same", async () => {
  const { memberHash } = await newPoll();
  const onPage = await gateway.request(`POST /session/token?poll=${memberHash}`, {
    headers: ownPage,
  });
  expect(onPage.body).not.toHaveProperty("session");
  const id = await takePart(memberHash, onPage);
  const inFrame = await exchange(memberHash, { Cookie: cookieOf(onPage) });
  expect(await isVisitor(memberHash, inFrame, id)).toBe(true);
  expect(inFrame.headers.get("set-cookie")).toContain("SameSite=Lax");
});

test("without HTTPS there is no cookie for frames", async () => {
  const url = "http://polls.example";
  const plain = await gateway.startAnother({ env: { BASE_URL: url }, clock: clock.now });
  const { memberHash } = await newPoll();
  const { headers, body } = await exchange(memberHash, { Origin: url }, plain);
  expect(headers.get("set-cookie")).toMatch(/^visitor=\S+; .*; SameSite=Lax$/);
  expect(body.session).toMatch(/^pfs_/);
});

describe("a browser that stores no cookies", () => {
  test("keeps the same visitor by the session, in exchanges and on the page", async () => {
    const poll = await newPoll();
    const { memberHash } = poll;
    const option = await buildOption(gateway.db, poll, { content: "Soup" });
    const first = await exchange(memberHash);
    const id = await takePart(memberHash, first);
    const again = await exchange(memberHash, bearer(first.body.session));
    expect(await isVisitor(memberHash, again, id)).toBe(true);
    const vote = await gateway.request(`POST /api/v1/polls/${memberHash}/votes`, {
      token: again.body.token,
      body: { voter_id: id, option_id: option.publicId, vote: { vote: 1 } },
    });
    expect(vote.status).toBe(201);
    const headers = bearer(again.body.session);
    const own = await gateway.request(`GET /p/${memberHash}`, { headers });
    expect(own.text).toContain(`"voter_id":"${id}"`);
    expect((await gateway.request(`GET /p/${memberHash}`)).text).not.toContain(id);
  });

  test("keeps the session for a day after its last use", async () => {
    const { memberHash } = await newPoll();
    const first = await exchange(memberHash);
    const id = await takePart(memberHash, first);
    clock.advance(DAY_MS - 1);
    const later = await exchange(memberHash, bearer(first.body.session));
    expect(await isVisitor(memberHash, later, id)).toBe(true);
    clock.advance(1);
    const expired = await exchange(memberHash, bearer(first.body.session));
    expect(await isVisitor(memberHash, expired, id)).toBe(false);
    const renewed = await exchange(memberHash, bearer(later.body.session));
    expect(await isVisitor(memberHash, renewed, id)).toBe(true);
  });
});

describe("an attacker cannot choose the visitor of a frame", () => {
  test("a session never replaces the visitor of a cookie", async () => {
    const { memberHash } = await newPoll();
    const [own, planted] = [await exchange(memberHash), await exchange(memberHash)];
    const id = await takePart(memberHash, own);
    const headers = { Cookie: cookieOf(own), ...bearer(planted.body.session) };
    const answer = await exchange(memberHash, headers);
    expect(await isVisitor(memberHash, answer, id)).toBe(true);
    expect(answer.body).not.toHaveProperty("session");
  });

  test("a session is only valid for frames of its poll", async () => {
    const [poll, other] = [await newPoll(), await newPoll()];
    const first = await exchange(poll.memberHash);
    const id = await takePart(poll.memberHash, first);
    const headers = { ...ownPage, ...bearer(first.body.session) };
    const onPage = await gateway.request(`POST /session/token?poll=${poll.memberHash}`, {
      headers,
    });
    expect(await isVisitor(poll.memberHash, onPage, id)).toBe(false);
    const elsewhere = await exchange(other.memberHash, headers);
    const back = await exchange(poll.memberHash, bearer(elsewhere.body.session));
    expect(await isVisitor(poll.memberHash, back, id)).toBe(false);
  });

  test.each([
    ["no session", () => "pfs_"],
    ["a modified session", (session: string) => `${session.slice(0, -2)}AA`],
    ["the token of a page", (_session: string, token: string) => token.replace("pst_", "pfs_")],
    ["a cookie", (_session: string, _token: string, cookie: string) => `pfs_${cookie}`],
  ])("%s gets a new visitor", async (_case, forge) => {
    const { memberHash } = await newPoll();
    const first = await exchange(memberHash);
    const id = await takePart(memberHash, first);
    const cookie = cookieOf(first).replace("__Host-framed_visitor=", "");
    const forged = forge(first.body.session, first.body.token, cookie);
    const answer = await exchange(memberHash, bearer(forged));
    expect([answer.status, await isVisitor(memberHash, answer, id)]).toEqual([200, false]);
  });

  test("a session is not a token of the API", async () => {
    const { memberHash } = await newPoll();
    const { session } = (await exchange(memberHash)).body;
    const { status } = await gateway.request(`GET /api/v1/polls/${memberHash}`, { token: session });
    expect(status).toBe(401);
  });
});

test.each<[string, Headers_]>([
  ["the page around the frame", { Origin: "https://club.example", "Sec-Fetch-Site": "cross-site" }],
  ["a frame without an origin", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
  ["another host of the domain", { "Sec-Fetch-Site": "same-site" }],
])("%s gets no token, no cookie and no session", async (_case, headers) => {
  const { memberHash } = await newPoll();
  const first = await exchange(memberHash);
  const known = { Cookie: cookieOf(first), ...bearer(first.body.session) };
  for (const each of [{}, known]) {
    const answer = await exchange(memberHash, { ...each, ...headers });
    expect([answer.status, answer.text, cookieOf(answer)]).toEqual([403, "", ""]);
  }
});

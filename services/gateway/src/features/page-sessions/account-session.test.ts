// Covers docs/reference/accounts.md: recent-sign-in
// Covers docs/reference/pages.md: accounts-on-pages, cookies, cross-site-requests, sign-out

import { linkToken, newLink } from "@polls/db/tokens";
import { buildPoll, fakeClock } from "@polls/testing";
import { z } from "zod";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { endpoints } from "../../endpoints";
import { PAGE_TOKEN_SECONDS } from "../../identity/page-token";
import { oldRows } from "../../maintenance/delete-old-rows";
import { runBatch } from "../../maintenance/start-maintenance";
import { erasePerson } from "../people/erase-person";

const start = new Date("2030-06-15T12:00:00Z");
const MONTH_SECONDS = 2_592_000;
const clock = fakeClock(start);

const gateway = shareGateway({
  clock: clock.now,
  env: { RATE_LIMIT_REQUESTS: "100000" },
});
beforeEach(() => clock.set(start));

type Headers_ = Readonly<Record<string, string>>;

/**
 * Creates a link as the mail worker does. Requesting links has a budget, so the test does not
 * request it.
 */
async function linkFor(purpose: "sign_in" | "sign_up", address: string): Promise<string> {
  const key = gateway.deps.config.keys.mailLinks.signing;
  const { nonce, digest } = newLink(key, purpose, address);
  const account = await gateway.db.prisma.account.findUnique({ where: { email: address } });
  const now = clock.now();
  await gateway.db.prisma.signIn.create({
    data: {
      accountId: purpose === "sign_in" ? (account?.id ?? null) : null,
      tokenDigest: digest,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 30 * 60_000),
      mail: {
        create: { kind: purpose, address, language: "en", nonce, state: "queued", createdAt: now },
      },
    },
  });
  return `/${purpose.replace("_", "-")}/${linkToken(key, { purpose, nonce, address })}`;
}

const buttonOf = (link: string): string =>
  `POST ${link}${link.startsWith("/sign-in") ? "/session" : ""}`;

/** The name and value of the cookie that a response sets. */

let number = 0;
async function newAccount() {
  const email = `person${++number}@example.org`;
  return { ...(await signUp(gateway.db, { email })), email };
}

async function signIn(email: string, headers: Headers_ = {}): Promise<string> {
  const link = await linkFor("sign_in", email);
  const answer = await gateway.request(buttonOf(link), { headers: { ...ownPage, ...headers } });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/polls"]);
  return cookieOf(answer);
}

const post = (path: string, cookie: string, headers: Headers_ = ownPage) =>
  gateway.request(`POST /session/${path}`, { headers: { ...headers, Cookie: cookie } });

/** The account that a page token acts for: its address, or the status of the refusal. */
async function accountOf(token: string): Promise<string | number> {
  const { status, body } = await gateway.request("GET /api/v1/account", { token });
  return status === 200 ? body.email : status;
}

async function accountBy(cookie: string): Promise<string | number> {
  const { status, body } = await post("token", cookie);
  return status === 200 ? accountOf(body.token) : status;
}

test("a mailed link signs a browser in, whose pages get tokens that act as the account", async () => {
  const account = await newAccount();
  const cookie = await signIn(account.email);
  const exchanged = await post("token", cookie);
  expect(exchanged.body).toEqual({
    token: expect.stringMatching(/^pst_/),
    expires_in: PAGE_TOKEN_SECONDS,
  });
  const { token } = exchanged.body;
  const body = { poll: { title: "Lunch" } };
  const made = await gateway.request("POST /api/v1/polls", { token, body });
  expect([made.status, made.body.admin_hash]).toEqual([201, expect.any(String)]);
  const own = await gateway.as(account, "GET /api/v1/polls");
  expect(own.body.map(({ title }: { readonly title: string }) => title)).toEqual(["Lunch"]);
});

test("the button that creates an account also signs the browser in", async () => {
  const link = await linkFor("sign_up", "first@example.org");
  const answer = await gateway.request(buttonOf(link), { headers: ownPage });
  expect(answer.status).toBe(200);
  expect(await accountBy(cookieOf(answer))).toBe("first@example.org");
});

test("the cookie is signed, and not available to scripts, other hosts and pages of other sites", async () => {
  const { email } = await newAccount();
  const { headers } = await gateway.request(buttonOf(await linkFor("sign_in", email)), {
    headers: ownPage,
  });
  expect(headers.get("set-cookie")).toMatch(
    /^__Host-session=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(headers.get("cache-control")).toContain("no-store");
});

test("the database does not contain the cookie", async () => {
  const { email } = await newAccount();
  const id = (await signIn(email)).replace("__Host-session=", "").slice(0, 22);
  const rows = await gateway.db.prisma.accountSession.findMany({ select: { digest: true } });
  const stored = rows.map(({ digest }) => Buffer.from(digest));
  expect(stored.some((digest) => digest.includes(Buffer.from(id)))).toBe(false);
  expect(stored.some((digest) => digest.includes(Buffer.from(id, "base64url")))).toBe(false);
});

describe("an attacker cannot choose the session", () => {
  test.each([
    ["no signature", (id: string) => id],
    ["a signature with another key", (id: string) => `${id}.${"A".repeat(43)}`],
    [
      "the signature of another id",
      (_id: string, known: string) => `${"B".repeat(22)}.${known.split(".")[1]}`,
    ],
  ])("a cookie with %s does not sign a browser in", async (_case, forge) => {
    const { email } = await newAccount();
    const known = (await signIn(email)).replace("__Host-session=", "");
    const forged = `__Host-session=${forge(known.slice(0, 22), known)}`;
    expect(await accountBy(forged)).toBe(401);
  });

  test("a cookie without the prefix, which other hosts of the domain can set, is ignored", async () => {
    const { email } = await newAccount();
    expect(await accountBy((await signIn(email)).replace("__Host-", ""))).toBe(401);
  });

  test("the signed cookie of a visitor is not valid for an account", async () => {
    const { email, id } = await newAccount();
    await signIn(email);
    const poll = await buildPoll(gateway.db, { ownerAccountId: id });
    const visitor = cookieOf(await post(`token?poll=${poll.memberHash}`, ""));
    expect(await accountBy(visitor.replace("visitor", "session"))).toBe(401);
  });

  test("a sign-in starts a new session, and ends the previous one of the browser", async () => {
    const [attacker, victim] = [await newAccount(), await newAccount()];
    const planted = await signIn(attacker.email);
    const own = await signIn(victim.email, { Cookie: planted });
    expect(own).not.toBe(planted);
    expect([await accountBy(own), await accountBy(planted)]).toEqual([victim.email, 401]);
  });
});

const foreign: readonly (readonly [string, Headers_])[] = [
  ["of another site", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
  ["of another host of the domain", { Origin: TEST_BASE_URL, "Sec-Fetch-Site": "same-site" }],
  ["of another site, without HTTPS", { Origin: "https://evil.example" }],
  ["of a frame without an origin", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
  ["of a program", {}],
];

describe.each(foreign)("a request %s", (_case, headers) => {
  test.each(["token", "sign_out", "sign_out_everywhere"])(
    "gets no response from /session/%s and ends no session",
    async (path) => {
      const { email } = await newAccount();
      const cookie = await signIn(email);
      const answer = await post(path, cookie, headers);
      expect([answer.status, answer.text, cookieOf(answer)]).toEqual([403, "", ""]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(await accountBy(cookie)).toBe(email);
    },
  );

  test("does not sign a browser in to the account of an attacker, and does not use up the link", async () => {
    const [attacker, victim] = [await newAccount(), await newAccount()];
    const cookie = await signIn(victim.email);
    for (const [purpose, email] of [
      ["sign_in", attacker.email],
      ["sign_up", `new${++number}@example.org`],
    ] as const) {
      const button = buttonOf(await linkFor(purpose, email));
      const answer = await gateway.request(button, { headers: { ...headers, Cookie: cookie } });
      expect([purpose, answer.status, cookieOf(answer)]).toEqual([purpose, 403, ""]);
      expect(await accountBy(cookie)).toBe(victim.email);
      const later = await gateway.request(button, { headers: ownPage });
      expect(await accountBy(cookieOf(later))).toBe(email);
    }
  });
});

test.each(foreign)("a request %s gets no token by a sign-in link", async (_case, headers) => {
  const { email } = await newAccount();
  const link = await linkFor("sign_in", email);
  const answer = await gateway.request(`POST ${link}/private`, { headers });
  expect([answer.status, answer.text.includes("psk_")]).toEqual([403, false]);
  const own = await gateway.request(`POST ${link}/private`, { headers: ownPage });
  expect([own.status, own.text.includes("psk_")]).toEqual([200, true]);
});

test("pages with buttons that sign in send their origin to this site only", async () => {
  const { email } = await newAccount();
  const links = [await linkFor("sign_in", email), await linkFor("sign_up", "later@example.org")];
  for (const link of links) {
    const { headers, text } = await gateway.request(`GET ${link}`);
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(text).toContain('<meta name="referrer" content="same-origin">');
    expect(headers.get("set-cookie")).toBeNull();
  }
});

describe("the end of a session", () => {
  test("signing out ends it and its tokens, but no other session", async () => {
    const { email } = await newAccount();
    const [here, there] = [await signIn(email), await signIn(email)];
    const { token } = (await post("token", here)).body;
    expect(await accountOf(token)).toBe(email);
    const answer = await post("sign_out", here);
    expect([answer.status, cookieOf(answer)]).toEqual([204, "__Host-session="]);
    expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
    expect([await accountOf(token), await accountBy(here)]).toEqual([401, 401]);
    expect(await accountBy(there)).toBe(email);
  });

  test("signing out everywhere ends all sessions of the account and their tokens, but none of other accounts", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const sessions = [await signIn(one.email), await signIn(one.email)];
    const kept = await signIn(other.email);
    const { token } = (await post("token", sessions[1] ?? "")).body;
    expect((await post("sign_out_everywhere", sessions[0] ?? "")).status).toBe(204);
    expect([...(await Promise.all(sessions.map(accountBy))), await accountOf(token)]).toEqual([
      401, 401, 401,
    ]);
    expect(await accountBy(kept)).toBe(other.email);
    expect((await post("sign_out_everywhere", sessions[0] ?? "")).status).toBe(401);
  });

  test("a token expires after 15 minutes, a session after 30 days", async () => {
    const { email } = await newAccount();
    const cookie = await signIn(email);
    const { token } = (await post("token", cookie)).body;
    const after = (seconds: number) => clock.set(new Date(start.getTime() + seconds * 1_000));
    after(PAGE_TOKEN_SECONDS - 1);
    expect(await accountOf(token)).toBe(email);
    after(PAGE_TOKEN_SECONDS);
    expect(await accountOf(token)).toBe(401);
    after(MONTH_SECONDS - 1);
    expect((await post("token", cookie)).status).toBe(200);
    await runBatch(oldRows.sessions, gateway.deps);
    expect((await post("token", cookie)).status).toBe(200);
    after(MONTH_SECONDS);
    expect((await post("token", cookie)).status).toBe(401);
    after(MONTH_SECONDS + 1);
    await runBatch(oldRows.sessions, gateway.deps);
    expect(await gateway.db.prisma.accountSession.count()).toBe(0);
  });

  test("an account has at most 50 sessions, and a further one ends the oldest", async () => {
    const { email, id } = await newAccount();
    const first = await signIn(email);
    const second = await signIn(email);
    const expiresAt = new Date(start.getTime() + 1);
    await gateway.db.prisma.accountSession.createMany({
      data: Array.from({ length: 48 }, (_, at) => ({
        accountId: id,
        expiresAt,
        createdAt: start,
        digest: new TextEncoder().encode(`digest ${number} ${at}`),
      })),
    });
    expect(await accountBy(first)).toBe(email);
    await signIn(email);
    expect([await accountBy(first), await accountBy(second)]).toEqual([401, email]);
    expect(await gateway.db.prisma.accountSession.count({ where: { accountId: id } })).toBe(50);
  });

  test("a person whose data is erased is signed out", async () => {
    const { email } = await newAccount();
    const cookie = await signIn(email);
    await erasePerson([gateway.db], email, start);
    expect(await accountBy(cookie)).toBe(401);
  });
});

test("the cookie is ignored under /api/v1", async () => {
  const { email } = await newAccount();
  const headers = { ...ownPage, Cookie: await signIn(email) };
  expect((await gateway.request("GET /api/v1/account", { headers })).status).toBe(401);
});

test("on pages for participants a person is a visitor, whether signed in or not", async () => {
  const { email, id } = await newAccount();
  const cookie = await signIn(email);
  const poll = await buildPoll(gateway.db, {
    ownerAccountId: id,
    settings: { hide_results: true },
  });
  const { token } = (await post(`token?poll=${poll.memberHash}`, cookie)).body;
  const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, { token });
  expect([shown.status, shown.body.admin_url]).toEqual([200, undefined]);
  expect(await accountOf(token)).toBe(401);
});

test("an admin page that only the owner may open works for the signed-in owner", async () => {
  const [owner, other] = [await newAccount(), await newAccount()];
  const settings = { public_admin_link: false };
  const poll = await owner.buildPoll({ settings });
  const open = async (cookie: string) => {
    const path = `GET /p/${poll.adminHash}/admin`;
    return (await gateway.request(path, { headers: { Cookie: cookie } })).status;
  };
  expect(await open("")).toBe(404);
  expect(await open(await signIn(other.email))).toBe(404);
  expect(await open(await signIn(owner.email))).toBe(200);
});

describe("named tokens", () => {
  // Sessions that start later than those of other tests would outlast the times that these tests
  // wait.
  afterEach(() => gateway.db.prisma.accountSession.deleteMany());

  const pageToken = async (cookie: string): Promise<string> =>
    (await post("token", cookie)).body.token;
  const named = { token: { name: "Importer", kind: "private", scope: "manage" } };
  const make = (token: string) => gateway.as({ token }, "POST /api/v1/account/tokens", named);
  const later = (minutes: number) => clock.set(new Date(start.getTime() + minutes * 60_000));

  test("can be created, changed and replaced by pages within half an hour after the sign-in", async () => {
    const { email, privateToken } = await newAccount();
    const cookie = await signIn(email);
    const { id } = (await make(privateToken)).body;
    const path = `/api/v1/account/tokens/${id}`;
    const requests: readonly (readonly [number, string, object?])[] = [
      [201, "POST /api/v1/account/tokens", named],
      [200, `PATCH ${path}`, { token: { expires_at: null } }],
      [201, "POST /api/v1/account/tokens/public/rotate"],
    ];
    const answers = async (token: string) => {
      const statuses: unknown[] = [];
      for (const [, line, body] of requests) {
        const answer = await gateway.request(line, { token, body });
        statuses.push(answer.status < 300 ? answer.status : [answer.status, answer.body.code]);
      }
      return statuses;
    };
    const done = requests.map(([status]) => status);
    later(30);
    expect(await answers(await pageToken(cookie))).toEqual(done);
    later(31);
    const refused = [401, "recent_sign_in_required"];
    expect(await answers(await pageToken(cookie))).toEqual([refused, refused, refused]);
    expect(await answers(privateToken)).toEqual(done);
    // Listing and deleting tokens is always allowed.
    const token = await pageToken(cookie);
    expect((await gateway.request("GET /api/v1/account/tokens", { token })).body).toHaveLength(3);
    expect((await gateway.request(`DELETE ${path}`, { token })).status).toBe(204);

    const again = await signIn(email, { Cookie: cookie });
    expect((await make(await pageToken(again))).status).toBe(201);
  });

  test("need a recent sign-in at every endpoint that returns a token of an account", () => {
    const answering = endpoints.filter(
      ({ auth, responses }) =>
        auth === "private" &&
        Object.values(responses).some(
          (schema) => schema instanceof z.ZodObject && "token" in schema.shape,
        ),
    );
    expect(answering.map(({ id }) => id)).toEqual([
      "account.tokens.rotate",
      "account.tokens.create",
    ]);
    expect(answering.every(({ recentSignIn }) => recentSignIn === true)).toBe(true);
  });

  test("stay valid after signing out everywhere, unless the person ends them too", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const made = (await make(one.privateToken)).body.token;
    const others = [other.privateToken, (await make(other.privateToken)).body.token];
    const works = async (...tokens: readonly string[]) => {
      const statuses: number[] = [];
      for (const token of tokens) {
        statuses.push((await gateway.request("GET /api/v1/polls/none", { token })).status);
      }
      return statuses;
    };
    const all = [one.privateToken, one.publicToken, made];
    expect((await post("sign_out_everywhere", await signIn(one.email))).status).toBe(204);
    expect(await works(...all)).toEqual([404, 404, 404]);
    const cookie = await signIn(one.email);
    expect((await post("sign_out_everywhere?tokens=true", cookie)).status).toBe(204);
    expect(await works(...all)).toEqual([401, 401, 401]);
    expect(await works(...others)).toEqual([404, 404]);

    // The person can still sign in.
    const token = await pageToken(await signIn(one.email));
    const rotated = await gateway.request("POST /api/v1/account/tokens/private/rotate", { token });
    expect(await accountOf(rotated.body.token)).toBe(one.email);
  });
});

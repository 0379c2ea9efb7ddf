// Covers docs/reference/accounts.md: passkeys
// Covers docs/reference/errors.md: codes
// Covers docs/reference/mails.md: limits

import { inTransaction } from "@polls/db/sql";
import { createTestDatabase, fakeClock, type TestResponse } from "@polls/testing";
import { ownPage } from "../../../testing/own-page";
import { signUp } from "../../../testing/sign-up";
import {
  type Fault,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from "../../../testing/software-authenticator";
import { startGateway, TEST_BASE_URL, type TestGateway } from "../../../testing/start-gateway";
import { createRateLimiter } from "../../http/limits/rate-limiter";
import { setMaintenance } from "../operators/operate-service";
import { startSession } from "../page-sessions/account-session";
import { erasePerson } from "../people/erase-person";
import { exportPerson } from "../people/export-person";
import { CHALLENGE_MS } from "./passkey-challenge";

const start = new Date("2030-06-15T12:00:00Z");
const clock = fakeClock(start);
const silent = { LOG_LEVEL: "silent", RATE_LIMIT_REQUESTS: "100000" };

let gateway: TestGateway;
const ended: (() => Promise<void>)[] = [];
beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase(), { env: silent, clock: clock.now });
});
beforeEach(() => clock.set(start));
afterAll(() => gateway?.close());
afterEach(() => Promise.all(ended.splice(0).map((end) => end())));

/** A gateway with the same database, and this environment. It ends with the test. */
async function gatewayWith(env: Readonly<Record<string, string>>): Promise<TestGateway> {
  const url = gateway.deps.config.databaseUrl;
  // On a busy machine a test takes longer than a minute of rate limits.
  const deps = { rateLimiter: createRateLimiter({ clock: () => clock.now().getTime() }) };
  const another = await startGateway(
    { url },
    { env: { ...silent, ...env }, clock: clock.now, deps },
  );
  ended.push(another.close);
  return another;
}

interface Page {
  cookie: string;
  readonly from: TestGateway;
  readonly origin: string;
}

/** A browser at a page of the service, with one cookie at a time. */
const browserAt = (from = gateway, origin: string = TEST_BASE_URL): Page => ({
  cookie: "",
  from,
  origin,
});

async function post(page: Page, path: string, body?: unknown) {
  const answer = await page.from.request(`POST /session/${path}`, {
    headers: { ...ownPage, Origin: page.origin, Cookie: page.cookie },
    ...(body !== undefined && { body }),
  });
  page.cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? page.cookie;
  return answer;
}

async function account(name = "ada") {
  const email = `${name}-${Math.random().toString(36).slice(2)}@example.org`;
  const made = await signUp(gateway.db, { email });
  return { ...made, email, page: await signedIn(made.id) };
}

/** A browser that a mailed link has signed in. */
async function signedIn(accountId: bigint, from = gateway, origin?: string): Promise<Page> {
  const page = browserAt(from, origin);
  const session = { accountId, cookie: undefined, userAgent: undefined, now: clock.now() };
  const cookie = await inTransaction(from.db, (tx) => startSession(tx, session, from.deps));
  page.cookie = cookie.split(";")[0] ?? "";
  return page;
}

const deviceAt = (origin: string = TEST_BASE_URL) => softwareAuthenticator(origin);

async function add(page: Page, device: SoftwareAuthenticator, fault?: Fault) {
  const { body: question } = await post(page, "passkey/ask_new");
  clock.advance(1);
  return post(page, "passkey/add", {
    name: "My phone",
    credential: device.create(question, fault),
  });
}

async function ask(page: Page) {
  const { body } = await post(page, "passkey/ask");
  clock.advance(1);
  return body;
}

async function signIn(page: Page, device: SoftwareAuthenticator, fault?: Fault) {
  return post(page, "passkey/sign_in", { credential: device.get(await ask(page), fault) });
}

/** The address of the account that a browser is signed in to. */
async function accountOf(page: Page): Promise<string | undefined> {
  const { status, body } = await post(page, "token");
  if (status !== 200) return undefined;
  const shown = await page.from.request("GET /api/v1/account", { token: body.token });
  return shown.body.email;
}

const passkeysOf = async (token: string) =>
  (await gateway.request("GET /api/v1/account/passkeys", { token })).body;

const refusedSignIn = [401, "passkey_refused"];
const statusAndCode = ({ status, body }: Pick<TestResponse, "status" | "body">) => [
  status,
  body?.code,
];

/** An account with a passkey on a device. */
async function withPasskey(name?: string) {
  const owner = await account(name);
  const device = deviceAt();
  expect((await add(owner.page, device)).status).toBe(204);
  return { ...owner, device };
}

test("an added passkey signs another browser in without an address, until it is removed", async () => {
  const { email, device, privateToken: token } = await withPasskey();
  const [passkey, ...others] = await passkeysOf(token);
  expect([passkey, others]).toEqual([
    {
      id: expect.any(String),
      name: "My phone",
      host: "polls.example",
      last_used_at: null,
      created_at: expect.any(String),
    },
    [],
  ]);
  const page = browserAt();
  expect((await signIn(page, device)).status).toBe(204);
  expect(await accountOf(page)).toBe(email);
  expect((await passkeysOf(token))[0].last_used_at).toBe(clock.now().toISOString());
  const path = `DELETE /api/v1/account/passkeys/${passkey.id}`;
  expect((await gateway.request(path, { token })).status).toBe(204);
  expect(statusAndCode(await gateway.request(path, { token }))).toEqual([404, "passkey_not_found"]);
  expect(statusAndCode(await signIn(browserAt(), device))).toEqual(refusedSignIn);
  expect(await accountOf(page)).toBe(email);
});

test("a passkey gets another name", async () => {
  const { privateToken: token } = await withPasskey();
  const [passkey] = await passkeysOf(token);
  const rename = (name: unknown, as = token) =>
    gateway.request(`PATCH /api/v1/account/passkeys/${passkey.id}`, {
      token: as,
      body: { passkey: { name } },
    });
  const renamed = await rename(" Work phone ");
  expect([renamed.status, renamed.body]).toEqual([200, { ...passkey, name: "Work phone" }]);
  for (const name of ["", " ", "x".repeat(256), null, undefined])
    expect(statusAndCode(await rename(name))).toEqual([422, "invalid"]);
  const { privateToken: other } = await account("eve");
  expect(statusAndCode(await rename("Hers", other))).toEqual([404, "passkey_not_found"]);
  expect((await passkeysOf(token))[0].name).toBe("Work phone");
});

test("the account is told by mail about each new passkey, and at most 20 times a day", async () => {
  const { id: accountId, email, page, privateToken: token } = await account();
  const mails = () =>
    gateway.db.prisma.mail.findMany({
      where: { accountId, kind: "passkey_added" },
      select: { address: true, since: true, state: true },
      orderBy: { id: "asc" },
    });
  expect((await add(page, deviceAt())).status).toBe(204);
  const told = await mails();
  const { createdAt } = await gateway.db.prisma.passkey.findFirstOrThrow({ where: { accountId } });
  expect(told).toEqual([{ address: email, since: createdAt, state: "queued" }]);

  const replace = async () => {
    const [{ id }] = await passkeysOf(token);
    await gateway.request(`DELETE /api/v1/account/passkeys/${id}`, { token });
    expect((await add(page, deviceAt())).status).toBe(204);
  };
  for (let added = 1; added < 21; added++) await replace();
  expect(await mails()).toHaveLength(20);
  clock.advance(24 * 3_600_000);
  page.cookie = (await signedIn(accountId)).cookie;
  await replace();
  expect(await mails()).toHaveLength(21);
});

test("another account neither sees a passkey nor removes it", async () => {
  const { device, privateToken } = await withPasskey();
  const { privateToken: token } = await account("eve");
  const [{ id }] = await passkeysOf(privateToken);
  expect(await passkeysOf(token)).toEqual([]);
  const removed = await gateway.request(`DELETE /api/v1/account/passkeys/${id}`, { token });
  expect(removed.status).toBe(404);
  expect((await signIn(browserAt(), device)).status).toBe(204);
});

test("what a browser is asked is alike for all, and names no passkey", async () => {
  const { page: signedInPage } = await withPasskey();
  const answers = [await ask(browserAt()), await ask(signedInPage)];
  for (const { challenge, ...rest } of answers) {
    expect(challenge).toMatch(/^[\w-]{100,}$/);
    expect(rest).toEqual({ rpId: "polls.example", userVerification: "required", timeout: 300_000 });
  }
});

const wrong: readonly (readonly [string, Fault])[] = [
  ["for another origin", { origin: "https://polls.example.evil.example" }],
  ["of a frame in another site", { crossOrigin: true }],
  ["for another port", { origin: `${TEST_BASE_URL}:8443` }],
  ["for another host", { host: "evil.example" }],
  ["by a device that has not recognized the person", { isUserVerified: false }],
];

test.each([
  ...wrong,
  ["for another account", { userHandle: Buffer.from("another").toString("base64url") }] as const,
])("a passkey does not sign in with a response %s", async (_, fault) => {
  const { device } = await withPasskey();
  const page = browserAt();
  expect(statusAndCode(await signIn(page, device, fault))).toEqual(refusedSignIn);
  expect(await accountOf(page)).toBeUndefined();
  expect((await signIn(page, device)).status).toBe(204);
});

test.each([
  ...wrong,
  ["with a proof of its make, which was not asked for", { format: "tpm" }] as const,
  ["in an unknown form", { format: "none of these" }] as const,
])("a passkey is not added with a response %s", async (_, fault) => {
  const { page, privateToken } = await account();
  expect(statusAndCode(await add(page, deviceAt(), fault))).toEqual([422, "passkey_unusable"]);
  expect(await passkeysOf(privateToken)).toEqual([]);
});

test("a response signs in once, and no older one after it", async () => {
  const { device } = await withPasskey();
  const page = browserAt();
  const older = await ask(page);
  const question = await ask(page);
  const credential = device.get(question);
  const asked = page.cookie;
  expect((await post(page, "passkey/sign_in", { credential })).status).toBe(204);
  page.cookie = asked;
  for (const again of [credential, device.get(question), device.get(older)]) {
    const answer = await post(page, "passkey/sign_in", { credential: again });
    expect(statusAndCode(answer)).toEqual(refusedSignIn);
  }
  expect((await signIn(page, device)).status).toBe(204);
});

test("a response that arrives many times at once signs in once", async () => {
  const { device } = await withPasskey();
  const page = browserAt();
  const credential = device.get(await ask(page));
  const same = () => ({ ...page });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(same(), "passkey/sign_in", { credential })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401, 401]);
});

test("a response that added a passkey does not add it again after its removal", async () => {
  const { page, privateToken: token } = await account();
  const { body: question } = await post(page, "passkey/ask_new");
  const body = { name: "x", credential: deviceAt().create(question) };
  expect((await post(page, "passkey/add", body)).status).toBe(204);
  const [{ id }] = await passkeysOf(token);
  await gateway.request(`DELETE /api/v1/account/passkeys/${id}`, { token });
  expect(statusAndCode(await post(page, "passkey/add", body))).toEqual([422, "passkey_unusable"]);
});

test("only the browser that asked can answer, in 5 minutes, and for the same purpose", async () => {
  const { device, page: own } = await withPasskey();
  const [page, other] = [browserAt(), browserAt()];
  await ask(other);
  const credential = device.get(await ask(page));
  const { challenge } = (await post(own, "passkey/ask_new")).body;
  const mixed = device.get({ challenge, rpId: "polls.example" });
  for (const [from, answer] of [
    [other, credential],
    [browserAt(), credential],
    [own, mixed],
    [page, device.get({ challenge: "forged", rpId: "polls.example" })],
  ] as const) {
    const refused = await post(from, "passkey/sign_in", { credential: answer });
    expect(statusAndCode(refused)).toEqual(refusedSignIn);
  }
  clock.advance(CHALLENGE_MS);
  const late = await post(page, "passkey/sign_in", { credential });
  expect(statusAndCode(late)).toEqual(refusedSignIn);

  const question = (await post(own, "passkey/ask_new")).body;
  const { page: eve } = await account("eve");
  const stolen = { name: "x", credential: deviceAt().create(question) };
  expect((await post(eve, "passkey/add", stolen)).status).toBe(422);
  clock.advance(CHALLENGE_MS);
  expect((await post(own, "passkey/add", stolen)).status).toBe(422);
});

test("a device whose count goes back or stays is refused, because a copy may have counted further", async () => {
  const { device } = await withPasskey();
  const page = browserAt();
  expect((await signIn(page, device, { counter: 40 })).status).toBe(204);
  for (const counter of [39, 40, 0]) {
    expect(statusAndCode(await signIn(page, device, { counter }))).toEqual(refusedSignIn);
  }
  expect((await signIn(page, device, { counter: 41 })).status).toBe(204);
});

test("a device that does not count signs in again and again", async () => {
  const { page } = await account();
  const device = deviceAt();
  await add(page, device, { counter: 0 });
  for (let time = 0; time < 3; time++) {
    expect((await signIn(browserAt(), device, { counter: 0 })).status).toBe(204);
  }
});

test("the id of a passkey of another account neither signs in nor can be added", async () => {
  const victim = await withPasskey("victim");
  const eve = await withPasskey("eve");
  const page = browserAt();
  const { id, rawId } = victim.device.get(await ask(page));
  const forged = { ...eve.device.get(await ask(page)), id, rawId };
  const answer = await post(page, "passkey/sign_in", { credential: forged });
  expect(statusAndCode(answer)).toEqual(refusedSignIn);

  const { body: question } = await post(eve.page, "passkey/ask_new");
  const credential = victim.device.create(question);
  const added = await post(eve.page, "passkey/add", { name: "x", credential });
  expect(statusAndCode(added)).toEqual([422, "passkey_unusable"]);
});

test.each([
  ["nothing", undefined],
  ["no credential", {}],
  ["a text", { credential: "x" }],
  ["other types", { credential: { id: 1, rawId: [], type: "public-key", response: {} } }],
  [
    "bytes that are no data of a device",
    {
      credential: {
        id: "AAAA",
        rawId: "AAAA",
        type: "public-key",
        response: {
          clientDataJSON: "AAAA",
          attestationObject: "AAAA",
          authenticatorData: "AAAA",
          signature: "AAAA",
          userHandle: "AAAA",
        },
      },
    },
  ],
])("a body with %s is refused", async (_, body) => {
  const { page } = await account();
  const added = await post(page, "passkey/add", { name: "x", ...body });
  expect(statusAndCode(added)).toEqual([422, "passkey_unusable"]);
  expect(statusAndCode(await post(browserAt(), "passkey/sign_in", body))).toEqual(refusedSignIn);
});

test.each([
  ["is missing", undefined, "is required"],
  ["is empty", "", "is required"],
  ["is blank", " ", "is required"],
  ["is null", null, "is required"],
  ["is a number", 7, "must be a string"],
  ["has 256 characters", "x".repeat(256), "must have at most 255 characters"],
  ["has a control character", "My\u0007phone", "has invalid characters"],
  ["changes the direction", "My\u202ephone", "has invalid characters"],
  ["has two lines", "My\nphone", "must be one line"],
])("a passkey whose name %s is not added", async (_, name, sentence) => {
  const { page, privateToken } = await account();
  const { body: question } = await post(page, "passkey/ask_new");
  const answer = await post(page, "passkey/add", { name, credential: deviceAt().create(question) });
  expect(statusAndCode(answer)).toEqual([422, "invalid"]);
  expect(answer.body.errors).toEqual({ name: [sentence] });
  expect(await passkeysOf(privateToken)).toEqual([]);
});

test.each(["ask_new", "add", "ask", "sign_in"])(
  "a body of passkey/%s has no unknown field, and is JSON",
  async (step) => {
    const { page } = await account();
    const unknown = await post(page, `passkey/${step}`, { name: "My phone", color: "red" });
    expect(statusAndCode(unknown)).toEqual([422, "invalid"]);
    expect(unknown.body.errors.color).toEqual(["is not a known field"]);
    const malformed = await gateway.request(`POST /session/passkey/${step}`, {
      headers: {
        ...ownPage,
        Origin: TEST_BASE_URL,
        Cookie: page.cookie,
        "Content-Type": "application/json",
      },
      text: "{",
    });
    expect(statusAndCode(malformed)).toEqual([400, "malformed_json"]);
  },
);

test("adding needs a recent sign-in", async () => {
  const { page } = await account();
  clock.advance(30 * 60_000 + 1);
  for (const path of ["passkey/ask_new", "passkey/add"]) {
    expect(statusAndCode(await post(page, path))).toEqual([401, "recent_sign_in_required"]);
    expect((await post(browserAt(), path)).status).toBe(401);
  }
});

test("an account has at most 20 passkeys", async () => {
  const { page, id: accountId, privateToken } = await account();
  const { body: question } = await post(page, "passkey/ask_new");
  const key = { publicKey: Buffer.from("x"), counter: 0, name: "x", host: "polls.example" };
  await gateway.db.prisma.passkey.createMany({
    data: Array.from({ length: 20 }, (_, index) => ({
      ...key,
      accountId,
      publicId: `${accountId}-${index}`,
      credentialId: Buffer.from(`${accountId}-${index}`),
      createdAt: start,
    })),
  });
  expect(await passkeysOf(privateToken)).toHaveLength(20);
  const last = { name: "x", credential: deviceAt().create(question) };
  for (const answer of [
    await post(page, "passkey/ask_new"),
    await post(page, "passkey/add", last),
  ]) {
    expect(statusAndCode(answer)).toEqual([422, "passkey_limit_reached"]);
  }
});

test("a passkey signs in only at the host at which it was added", async () => {
  const env = { BASE_URLS: `${TEST_BASE_URL}, https://votes.example` };
  const several = await gatewayWith(env);
  const { id, privateToken, email } = await account();
  const there = "https://votes.example";
  const device = deviceAt(there);
  expect((await add(await signedIn(id, several, there), device)).status).toBe(204);
  expect((await passkeysOf(privateToken))[0].host).toBe("votes.example");
  const here = browserAt(several);
  for (const fault of [{}, { origin: TEST_BASE_URL }]) {
    expect(statusAndCode(await signIn(here, device, fault))).toEqual(refusedSignIn);
  }
  const page = browserAt(several, there);
  expect((await signIn(page, device)).status).toBe(204);
  expect(await accountOf(page)).toBe(email);
});

test("below a path the host is the same", async () => {
  const below = await gatewayWith({ BASE_URL: `${TEST_BASE_URL}/polls` });
  const { id } = await account();
  const device = deviceAt();
  expect((await add(await signedIn(id, below), device)).status).toBe(204);
  const page = browserAt(below);
  const answer = await signIn(page, device);
  expect(answer.headers.get("set-cookie")).toMatch(/^__Secure-session=.*; Path=\/polls;/);
});

test("a blocked account does not sign in", async () => {
  const { id, device } = await withPasskey();
  await gateway.db.prisma.account.update({ where: { id }, data: { blockedAt: start } });
  await gateway.deps.serviceState.refresh();
  const page = browserAt();
  expect(statusAndCode(await signIn(page, device))).toEqual([403, "account_blocked"]);
  await gateway.db.prisma.account.update({ where: { id }, data: { blockedAt: null } });
  await gateway.deps.serviceState.refresh();
  expect(await accountOf(page)).toBeUndefined();
});

const paths = ["passkey/ask_new", "passkey/add", "passkey/ask", "passkey/sign_in"];

test("where only providers sign in, there are no passkeys", async () => {
  const only = await gatewayWith({
    OIDC_ISSUER: "https://id.example",
    OIDC_CLIENT_ID: "polls",
    OIDC_ONLY: "1",
  });
  const { id } = await account();
  const page = await signedIn(id, only);
  for (const path of paths) {
    expect(statusAndCode(await post(page, path))).toEqual([403, "provider_sign_in_only"]);
  }
});

test("other sites cannot ask in the name of a browser", async () => {
  const { page } = await account();
  for (const path of paths) {
    const { status } = await gateway.request(`POST /session/${path}`, {
      headers: {
        Origin: "https://evil.example",
        "Sec-Fetch-Site": "cross-site",
        Cookie: page.cookie,
      },
    });
    expect([path, status]).toEqual([path, 403]);
  }
});

test("no passkey is added or signs in during maintenance", async () => {
  const { page } = await account();
  const operator = { accountId: undefined, via: "command_line", reason: undefined } as const;
  const maintain = async (on: boolean) => {
    await inTransaction(gateway.db, (tx) =>
      setMaintenance(tx, { on, sentence: undefined }, operator, start),
    );
    await gateway.deps.serviceState.refresh();
  };
  await maintain(true);
  try {
    for (const path of paths) expect((await post(page, path)).status).toBe(503);
  } finally {
    await maintain(false);
  }
});

test("a network has 300 steps of sign-ins a minute", async () => {
  const busy = await gatewayWith({});
  const steps = await Promise.all(
    Array.from({ length: 300 }, () => post(browserAt(busy), "passkey/ask")),
  );
  expect(new Set(steps.map(({ status }) => status))).toEqual(new Set([200]));
  for (const path of ["passkey/ask", "passkey/sign_in"]) {
    expect((await post(browserAt(busy), path)).status).toBe(429);
  }
});

test("the export of a person has the passkeys, and the erasure takes them along", async () => {
  const { id, email, device } = await withPasskey();
  const exported = await exportPerson(gateway.deps.shards.all(), email);
  expect(exported?.account?.passkeys).toEqual([
    { name: "My phone", host: "polls.example", lastUsedAt: null, createdAt: expect.any(Date) },
  ]);
  await erasePerson(gateway.deps.shards.all(), email, clock.now());
  expect(await gateway.db.prisma.passkey.count({ where: { accountId: id } })).toBe(0);
  expect(statusAndCode(await signIn(browserAt(), device))).toEqual(refusedSignIn);
});

describe("where operators prove two factors", () => {
  let strict: TestGateway;
  beforeEach(async () => {
    strict = await gatewayWith({ OPERATORS_NEED_TWO_FACTORS: "1" });
  });

  async function operator() {
    const { id, privateToken } = await account("operator");
    await gateway.db.prisma.account.update({ where: { id }, data: { isOperator: true } });
    return { id, privateToken, page: await signedIn(id, strict), device: deviceAt() };
  }

  const see = ({ cookie }: Page, path = "/operator") =>
    strict.request(`GET ${path}`, { headers: { ...ownPage, Cookie: cookie } });
  const press = ({ cookie }: Page, act: string) =>
    strict.request(`POST /operator/${act}`, {
      headers: { ...ownPage, Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
      text: "sentence=Hello",
    });

  test("pages and acts need a passkey, and say so to operators alone", async () => {
    const { id, page, device } = await operator();
    expect((await add(page, device)).status).toBe(204);
    for (const path of ["/operator", "/operator/audit"]) {
      const { status, text } = await see(page, path);
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain("Please sign in with a passkey");
      expect(text).toContain("/sign-in?to=%2Foperator&amp;again=true");
    }
    for (const act of ["service/announce", "service/end"]) {
      const { status, text } = await press(page, act);
      expect([act, status]).toEqual([act, 403]);
      expect(text).toContain("Please sign in with a passkey");
    }
    const state = await strict.db.prisma.auditEntry.count({ where: { byAccountId: id } });
    expect(state).toBe(0);
    const { page: stranger } = await account("stranger");
    expect((await see(stranger)).status).toBe(404);

    expect((await signIn(page, device)).status).toBe(204);
    expect((await see(page)).status).toBe(200);
    expect((await press(page, "service/announce")).status).toBe(303);
    clock.advance(30 * 60_000 + 1);
    expect((await press(page, "service/announce")).status).toBe(403);
  });

  test("a mailbox alone neither adds a passkey beside another one nor removes it", async () => {
    const { id, privateToken: token, page, device } = await operator();
    await add(page, device);
    const mailed = await signedIn(id, strict);
    const second = await add(mailed, deviceAt());
    expect(statusAndCode(second)).toEqual([403, "two_factors_required"]);
    const [{ id: passkey }] = await passkeysOf(token);
    const path = `DELETE /api/v1/account/passkeys/${passkey}`;
    const ofMailed = (await post(mailed, "token")).body.token;
    for (const by of [token, ofMailed]) {
      const removed = await strict.request(path, { token: by });
      expect(statusAndCode(removed)).toEqual([403, "two_factors_required"]);
    }
    await signIn(page, device);
    expect((await add(page, deviceAt())).status).toBe(204);
    const proved = (await post(page, "token")).body.token;
    expect((await strict.request(path, { token: proved })).status).toBe(204);
  });

  test("other accounts and other deployments need none", async () => {
    const { page, privateToken: token } = await account();
    const ordinary = { ...page, from: strict };
    expect((await add(ordinary, deviceAt())).status).toBe(204);
    expect((await add(ordinary, deviceAt())).status).toBe(204);
    const [{ id }] = await passkeysOf(token);
    const path = `DELETE /api/v1/account/passkeys/${id}`;
    expect((await strict.request(path, { token })).status).toBe(204);
    const { page: mailed } = await operator();
    expect((await see({ ...mailed, from: gateway })).status).toBe(403);
    const lenient = await gateway.request("GET /operator", { headers: { Cookie: mailed.cookie } });
    expect(lenient.status).toBe(200);
  });
});

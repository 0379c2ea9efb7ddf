// Covers docs/reference/accounts.md: sign-in-by-a-provider

import { inTransaction } from "@polls/db/sql";
import { trustAuthorities } from "@polls/runtime";
import {
  buildOrganization,
  buildPoll,
  createTestDatabase,
  describeWhere,
  fakeClock,
  installedProgram,
} from "@polls/testing";
import { mailedLink } from "../../../testing/mailed-link";
import { ownPage } from "../../../testing/own-page";
import { signUp } from "../../../testing/sign-up";
import { startGateway, TEST_BASE_URL, type TestGateway } from "../../../testing/start-gateway";
import {
  type PersonAtProvider,
  startProvider,
  startWandering,
  type TestProvider,
} from "../../../testing/start-provider";
import { createRateLimiter } from "../../http/limits/rate-limiter";
import { setMaintenance } from "../operators/operate-service";
import { findSession } from "../page-sessions/account-session";

const start = new Date("2030-06-15T12:00:00Z");
const clock = fakeClock(start);
const START = "/sign-in/oidc/start?provider=oidc";
const CALLBACK = "/sign-in/oidc/callback";

let provider: TestProvider;
let gateway: TestGateway;

/** A gateway with the database of the others, and this environment. It ends with the test. */
const ended: (() => Promise<void>)[] = [];
async function gatewayWith(env: Readonly<Record<string, string>>): Promise<TestGateway> {
  const database = { url: gateway.deps.config.databaseUrl };
  const another = await startGateway(database, {
    env: { ...provider.env, LOG_LEVEL: "silent", ...env },
    clock: clock.now,
    // On a busy machine a test takes longer than a minute of rate limits.
    deps: { rateLimiter: createRateLimiter({ clock: () => clock.now().getTime() }) },
  });
  ended.push(another.close);
  return another;
}

beforeAll(async () => {
  provider = await startProvider();
  gateway = await startGateway(await createTestDatabase(), {
    env: { ...provider.env, OIDC_OPERATOR_GROUP: "poll-operators", LOG_LEVEL: "silent" },
    clock: clock.now,
  });
});
afterEach(async () => {
  for (const close of ended.splice(0)) await close();
});
afterAll(() => gateway?.close());
beforeEach(() => {
  provider.silent = false;
  provider.person = undefined;
  clock.set(start);
});

const person = (name: string, more: Partial<PersonAtProvider> = {}): PersonAtProvider => ({
  subject: name,
  email: `${name}@example.org`,
  email_verified: true,
  ...more,
});

/** The address of the account for which the cookies act. Undefined: none. */
async function accountOf(cookie: string, from = gateway): Promise<string | undefined> {
  const headers = { ...ownPage, Cookie: cookie };
  const { status, body } = await from.request("POST /session/token", { headers });
  if (status !== 200) return undefined;
  return (await from.request("GET /api/v1/account", { token: body.token })).body.email;
}

/** Signs a person in by a new browser. */
async function enter(who: PersonAtProvider | undefined, from = gateway) {
  provider.person = who;
  const browser = startWandering(from);
  const page = await browser.open(START);
  return { ...page, browser, account: await accountOf(browser.cookie(), from) };
}

test("a person signs in to the account of the verified address, and returns to the page they came from", async () => {
  await signUp(gateway.db, { email: "ada@example.org", name: "Ada" });
  provider.person = person("Ada");
  const browser = startWandering(gateway);
  const { status, location } = await browser.open(`${START}&to=%2Faccount`);
  expect([status, location]).toEqual([200, "/account"]);
  expect(await accountOf(browser.cookie())).toBe("ada@example.org");
});

test.each(["//evil.example", "https://evil.example", "/sign-in"])(
  "after the sign-in, %s leads to the polls",
  async (to) => {
    provider.person = person("careful");
    const { location } = await startWandering(gateway).open(
      `${START}&to=${encodeURIComponent(to)}`,
    );
    expect(location).toBe("/polls");
  },
);

test("a verified address without an account gets one, and the same one the next time", async () => {
  const accounts = () => gateway.db.prisma.account.count({ where: { email: "new@example.org" } });
  expect((await enter(person("new"))).account).toBe("new@example.org");
  expect((await enter(person("new"))).account).toBe("new@example.org");
  expect(await accounts()).toBe(1);
});

test("an address that may not sign up gets a page that says so, and no account", async () => {
  const closed = await gatewayWith({ SIGN_UP: "closed" });
  const { status, text, account } = await enter(person("stranger"), closed);
  expect([status, account]).toEqual([403, undefined]);
  expect(text).toContain("There is no account for your address");
  const found = await gateway.db.prisma.account.findUnique({
    where: { email: "stranger@example.org" },
  });
  expect(found).toBeNull();
});

test.each([
  ["says that it is not verified", { email_verified: false }],
  ["says so as a text", { email_verified: "false" }],
  ["does not say that it is verified", { email_verified: undefined }],
  ["names no address", { email: undefined }],
])("an address opens no account if the provider %s", async (_, claims) => {
  await signUp(gateway.db, { email: "victim@example.org" }).catch(() => undefined);
  const { status, text, account } = await enter({
    ...person("victim"),
    ...claims,
  } as PersonAtProvider);
  expect([status, account]).toEqual([403, undefined]);
  expect(text).toContain("Your address is not confirmed");
});

test("a person who stops the sign-in at the provider reads that they are not signed in", async () => {
  const { status, text, account } = await enter(undefined);
  expect([status, account]).toEqual([403, undefined]);
  expect(text).toContain("You are not signed in");
});

/** The address with which the provider sends a browser back. */
async function callbackOf(browser: ReturnType<typeof startWandering>): Promise<string> {
  const { location } = await browser.open(START);
  return location;
}

test("only the browser that began a sign-in can end it, once, and within 10 minutes", async () => {
  // A page of an error is the last address of the redirects, and shows which address it has.
  provider.person = person("shared", { email_verified: false });
  const browser = startWandering(gateway);
  const callback = await callbackOf(browser);
  expect(callback).toMatch(/^\/sign-in\/oidc\/callback\?/);
  provider.person = person("shared");
  expect((await startWandering(gateway).open(callback)).status).toBe(410);
  const again = await browser.open(callback);
  expect(again.status).toBe(502);
  expect(again.text).toContain("The sign-in did not work");
  clock.advance(600_001);
  expect((await browser.open(callback)).status).toBe(410);
  for (const query of ["", "?code=a", "?code=a&state=forged"]) {
    expect((await browser.open(CALLBACK + query)).status).toBe(410);
  }
  expect(await accountOf(browser.cookie())).toBeUndefined();
});

test("members of the group are operators, until they sign in without it", async () => {
  const isOperator = async () =>
    (await gateway.db.prisma.account.findUnique({ where: { email: "ops@example.org" } }))
      ?.isOperator;
  await enter(person("ops", { groups: ["staff"] }));
  expect(await isOperator()).toBe(false);
  await enter(person("ops", { groups: ["staff", "poll-operators"] }));
  expect(await isOperator()).toBe(true);
  await enter(person("ops"));
  expect(await isOperator()).toBe(false);
  const entries = await gateway.db.prisma.auditEntry.findMany({
    where: { action: "account.set" },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action, via, details }) => [action, via, details])).toEqual([
    ["account.set", "provider", { operator: true }],
    ["account.set", "provider", { operator: false }],
  ]);
});

test("a provider without a group for operators makes no operator, and takes no mark away", async () => {
  const other = await gatewayWith({});
  const { id } = await signUp(gateway.db, { email: "root@example.org" });
  await gateway.db.prisma.account.update({ where: { id }, data: { isOperator: true } });
  await enter(person("root", { groups: [] }), other);
  const account = await gateway.db.prisma.account.findUniqueOrThrow({ where: { id } });
  expect(account.isOperator).toBe(true);
});

describe("roles by groups", () => {
  async function organization() {
    const owner = await signUp(gateway.db);
    const made = await buildOrganization(gateway.db, { members: [[owner.id, "owner"]] });
    return { ...made, owner };
  }
  const rolesOf = async (name: string) => {
    const rows = await gateway.db.prisma.organizationMember.findMany({
      where: { account: { email: `${name}@example.org` } },
      orderBy: { organizationId: "asc" },
    });
    return rows.map(({ organizationId, role }) => [organizationId, role]);
  };
  const rightsNoted = async (name: string) => {
    const { publicId } = await gateway.db.prisma.account.findUniqueOrThrow({
      where: { email: `${name}@example.org` },
    });
    const rows = await gateway.db.prisma.auditEntry.findMany({
      where: { action: "organization.member", via: "provider", subject: `account ${publicId}` },
      orderBy: { id: "asc" },
    });
    return rows.map(({ details }) => details);
  };

  test("a sign-in gives the roles of the groups, changes and takes them away, and notes it", async () => {
    const [club, team] = [await organization(), await organization()];
    const from = await gatewayWith({
      OIDC_GROUP_ROLES: `staff=${club.publicId}:member, board=${club.publicId}:admin, board=${team.publicId}:member, ghosts=none:admin`,
    });
    const roles = async (...groups: readonly string[]) => {
      expect((await enter(person("grouped", { groups }), from)).status).toBe(200);
      return rolesOf("grouped");
    };
    expect(await roles("others", "ghosts")).toEqual([]);
    expect(await roles("staff")).toEqual([[club.id, "member"]]);
    const members = await from.request(`GET /api/v1/organizations/${club.publicId}/members`, {
      token: club.owner.privateToken,
    });
    const shown = members.body.map((member: { role: string; role_provider: string | null }) => [
      member.role,
      member.role_provider,
    ]);
    expect(shown).toEqual([
      ["owner", null],
      ["member", from.deps.config.signIn.providers[0]?.name],
    ]);
    expect(await roles("board", "staff")).toEqual([
      [club.id, "admin"],
      [team.id, "member"],
    ]);
    expect(await roles("board", "staff")).toHaveLength(2);
    const poll = await buildPoll(gateway.db, { ownerOrganizationId: club.id });
    const hashNow = async () =>
      (await gateway.db.prisma.poll.findUniqueOrThrow({ where: { id: poll.id } })).adminHash;
    expect(await roles("staff")).toEqual([[club.id, "member"]]);
    expect(await hashNow()).not.toBe(poll.adminHash);
    const { status } = await enter(person("grouped"), from);
    expect([status, await rolesOf("grouped")]).toEqual([200, []]);
    const right = (to: object, from_: string | null, role: string | null) => ({
      ...to,
      from: from_,
      role,
    });
    const [inClub, inTeam] = [{ organization: club.publicId }, { organization: team.publicId }];
    expect(await rightsNoted("grouped")).toEqual([
      right(inClub, null, "member"),
      right(inClub, "member", "admin"),
      right(inTeam, null, "member"),
      right(inClub, "admin", "member"),
      right(inTeam, "member", null),
      right(inClub, "member", null),
    ]);
  });

  test("what members or another provider gave stays, also if a member changes what a group gave", async () => {
    const club = await organization();
    const roles = `staff=${club.publicId}:member, board=${club.publicId}:admin`;
    const from = await gatewayWith({ OIDC_GROUP_ROLES: roles });
    const enterWith = async (name: string, ...groups: readonly string[]) => {
      await enter(person(name, { groups }), from);
      return rolesOf(name);
    };
    const byHand = await signUp(gateway.db, { email: "by-hand@example.org" });
    const byOther = await signUp(gateway.db, { email: "by-other@example.org" });
    const row = { organizationId: club.id, role: "member" };
    await gateway.db.prisma.organizationMember.createMany({
      data: [
        { ...row, accountId: byHand.id },
        { ...row, accountId: byOther.id, provider: "oidc_2" },
      ],
    });
    for (const name of ["by-hand", "by-other"]) {
      expect(await enterWith(name, "board")).toEqual([[club.id, "member"]]);
      expect(await enterWith(name)).toEqual([[club.id, "member"]]);
    }
    await enterWith("raised", "staff");
    const { publicId } = await gateway.db.prisma.account.findUniqueOrThrow({
      where: { email: "raised@example.org" },
    });
    const changed = await gateway.request(
      `PATCH /api/v1/organizations/${club.publicId}/members/${publicId}`,
      { token: club.owner.privateToken, body: { member: { role: "admin" } } },
    );
    expect(changed.status).toBe(200);
    expect(await enterWith("raised", "staff")).toEqual([[club.id, "admin"]]);
    expect(await enterWith("raised")).toEqual([[club.id, "admin"]]);
  });

  test("without the variable, what groups gave is taken away", async () => {
    const club = await organization();
    const env = { OIDC_GROUP_ROLES: `staff=${club.publicId}:member` };
    await enter(person("left", { groups: ["staff"] }), await gatewayWith(env));
    expect(await rolesOf("left")).toEqual([[club.id, "member"]]);
    await enter(person("left", { groups: ["staff"] }), await gatewayWith({}));
    expect(await rolesOf("left")).toEqual([]);
  });

  test("an account that a sign-in creates has its roles at once, and two at the same time give one", async () => {
    const club = await organization();
    const from = await gatewayWith({ OIDC_GROUP_ROLES: `staff=${club.publicId}:member` });
    provider.person = person("first-time", { groups: ["staff"] });
    const pages = await Promise.all([1, 2, 3].map(() => startWandering(from).open(START)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await rolesOf("first-time")).toEqual([[club.id, "member"]]);
  });
});

test.each<[string, Partial<PersonAtProvider>, boolean]>([
  ["says nothing of it", {}, false],
  ["names one factor", { amr: ["pwd"] }, false],
  ["names several", { amr: ["pwd", "otp", "mfa"] }, true],
])("two factors are proved only if the provider says so: it %s", async (_, claims, isProved) => {
  const { browser, account } = await enter(person("factors", claims));
  const { deps, db } = gateway;
  const found = await findSession(db, browser.cookie(), { deps, now: clock.now() });
  expect([account, found?.twoFactors]).toEqual(["factors@example.org", isProved]);
});

describe("with a demanded authentication context", () => {
  const OIDC_ACR = "urn:example:two-factors";
  const enterWith = async (claims: Partial<PersonAtProvider>) => {
    const from = await gatewayWith({ OIDC_ACR });
    return { from, ...(await enter(person("context", claims), from)) };
  };

  test("a sign-in demands it, and counts as two factors if the ID token has it", async () => {
    const { from, browser, account } = await enterWith({ acr: OIDC_ACR });
    expect(provider.acrDemanded).toBe(OIDC_ACR);
    const found = await findSession(from.db, browser.cookie(), {
      deps: from.deps,
      now: clock.now(),
    });
    expect([account, found?.twoFactors]).toEqual(["context@example.org", true]);
  });

  test.each<[string, Partial<PersonAtProvider>]>([
    ["no value", {}],
    ["another value", { acr: "urn:example:password" }],
    ["a value that begins alike", { acr: `${OIDC_ACR}:weak` }],
    ["only several methods", { amr: ["pwd", "otp", "mfa"] }],
  ])("an ID token with %s signs no one in", async (_, claims) => {
    const { status, account } = await enterWith(claims);
    expect([status, account]).toEqual([502, undefined]);
  });

  test("a sign-in without it demands none", async () => {
    await enter(person("context"));
    expect(provider.acrDemanded).toBeUndefined();
  });
});

test("a sign-in again asks the person again, although the provider knows the browser", async () => {
  const { browser } = await enter(person("again"));
  for (const [query, isAsked] of [
    ["", false],
    ["&again=true", true],
  ] as const) {
    provider.asked.length = 0;
    expect((await browser.open(START + query)).location).toBe("/polls");
    expect([query, provider.asked.includes("/interaction")]).toEqual([query, isAsked]);
  }
});

test("a blocked account does not sign in", async () => {
  const { id } = await signUp(gateway.db, { email: "blocked@example.org" });
  await gateway.db.prisma.account.update({ where: { id }, data: { blockedAt: start } });
  await gateway.deps.serviceState.refresh();
  const { status, account } = await enter(person("blocked"));
  expect([status, account]).toEqual([403, undefined]);
});

test("signing out leads to the provider, if it signed the person in", async () => {
  const { browser } = await enter(person("leaving"));
  const { status, body } = await gateway.request("POST /session/sign_out", {
    headers: { ...ownPage, Cookie: browser.cookie() },
  });
  const url = new URL(body.url);
  expect([status, url.origin, url.pathname]).toEqual([200, provider.issuer, "/session/end"]);
  expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${TEST_BASE_URL}/`);
  expect(await accountOf(browser.cookie())).toBeUndefined();
});

test("with OIDC_ONLY, links by mail are neither sent nor accepted", async () => {
  await signUp(gateway.db, { email: "late@example.org" });
  await gateway.request("POST /api/v1/account/sign_in", { body: { email: "late@example.org" } });
  await gateway.request("POST /api/v1/account/sign_in", { body: { email: "later@example.org" } });
  const links = [
    `${await mailedLink(gateway, "late@example.org")}/session`,
    await mailedLink(gateway, "later@example.org"),
  ];
  const only = await gatewayWith({ OIDC_ONLY: "1" });
  const asked = await only.request("POST /api/v1/account/sign_in", {
    body: { email: "late@example.org" },
  });
  expect([asked.status, asked.body.code]).toEqual([403, "provider_sign_in_only"]);
  for (const link of links) {
    for (const method of ["GET", "POST"]) {
      const { status, text } = await only.request(`${method} ${link}`, { headers: ownPage });
      expect([link, method, status]).toEqual([link, method, 410]);
      expect(text).toContain("Links in e-mails do not sign in here");
    }
  }
  expect((await enter(person("late"), only)).account).toBe("late@example.org");
  const open = await gateway.request(`POST ${links[0]}`, { headers: ownPage });
  expect(open.status).toBe(303);
});

test("a provider that the service does not have is 404, with a way back", async () => {
  const { status, text } = await startWandering(gateway).open(
    "/sign-in/oidc/start?provider=oidc_2&to=%2Faccount",
  );
  expect(status).toBe(404);
  expect(text).toContain('href="/sign-in?to=%2Faccount"');
});

test("of several providers, each signs in under its own name", async () => {
  const second = await startProvider({ clientMetadata: { client_id: "polls-at-two" } });
  const both = await gatewayWith({
    OIDC_2_ISSUER: second.issuer,
    OIDC_2_CLIENT_ID: "polls-at-two",
    OIDC_2_CLIENT_SECRET: second.env.OIDC_CLIENT_SECRET ?? "",
    OIDC_2_NAME: "Club",
  });
  const page = await both.request("GET /sign-in?to=%2Faccount");
  for (const [id, name] of [
    ["oidc", "Example ID"],
    ["oidc_2", "Club"],
  ]) {
    const url = `${TEST_BASE_URL}/sign-in/oidc/start?provider=${id}&to=%2Faccount`;
    expect(page.text).toContain(JSON.stringify({ name, url }).replace("&", "\\u0026"));
  }
  second.person = person("member");
  const browser = startWandering(both);
  await browser.open("/sign-in/oidc/start?provider=oidc_2");
  expect(await accountOf(browser.cookie(), both)).toBe("member@example.org");
});

test.each([
  ["takes the secret in the body", { token_endpoint_auth_method: "client_secret_post" }, true],
  ["knows the service without a secret", { token_endpoint_auth_method: "none" }, false],
])("a provider that %s signs in", async (_, clientMetadata, hasSecret) => {
  const other = await startProvider({
    clientMetadata,
    authMethods: [clientMetadata.token_endpoint_auth_method],
  });
  const { OIDC_CLIENT_SECRET: secret, ...env } = other.env;
  const from = await startGateway(
    { url: gateway.deps.config.databaseUrl },
    {
      env: { ...env, ...(hasSecret && { OIDC_CLIENT_SECRET: secret ?? "" }) },
      clock: clock.now,
    },
  );
  ended.push(from.close);
  other.person = person("other");
  const browser = startWandering(from);
  await browser.open(START);
  expect(await accountOf(browser.cookie(), from)).toBe("other@example.org");
});

test("a provider that does not answer in time, or not at all, gets a page that says so", async () => {
  const silent = await gatewayWith({});
  const absent = await gatewayWith({ OIDC_ISSUER: "http://localhost:1" });
  provider.silent = true;
  for (const from of [silent, absent]) {
    const began = performance.now();
    const { status, text } = await startWandering(from).open(START);
    expect(status).toBe(503);
    expect(text).toContain("Example ID cannot be reached");
    expect(performance.now() - began).toBeLessThan(20_000);
  }
});

test("no one signs in during maintenance", async () => {
  const operator = { accountId: undefined, via: "command_line", reason: undefined } as const;
  const maintain = async (on: boolean) => {
    await inTransaction(gateway.db, (tx) =>
      setMaintenance(tx, { on, sentence: undefined }, operator, start),
    );
    await gateway.deps.serviceState.refresh();
  };
  await maintain(true);
  try {
    const { status, account } = await enter(person("ada"));
    expect([status, account]).toEqual([503, undefined]);
  } finally {
    await maintain(false);
  }
});

test("a network that begins 300 sign-ins in a minute must wait", async () => {
  const busy = await gatewayWith({ RATE_LIMIT_REQUESTS: "100000" });
  const begin = () => fetch(busy.url + START, { redirect: "manual" });
  const first = await Promise.all(Array.from({ length: 300 }, begin));
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([303]));
  expect((await begin()).status).toBe(429);
});

const openssl = installedProgram("openssl");
describeWhere(openssl !== undefined, "openssl is not installed")("a private authority", () => {
  test("a provider with a certificate by a private authority signs in once the service trusts it", async () => {
    const secured = await startProvider({ openssl: String(openssl) });
    secured.person = person("inside");
    const before = await gatewayWith(secured.env);
    expect((await startWandering(before).open(START)).status).toBe(503);
    const undo = trustAuthorities([secured.certificate ?? ""]);
    try {
      const after = await gatewayWith(secured.env);
      const browser = startWandering(after);
      await browser.open(START);
      expect(await accountOf(browser.cookie(), after)).toBe("inside@example.org");
    } finally {
      undo();
    }
  });
});

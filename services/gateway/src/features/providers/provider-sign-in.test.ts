// Covers docs/reference/accounts.md: sign-in-by-a-provider

import { trustAuthorities } from "@polls/runtime";
import { describeWhere, installedProgram } from "@polls/testing";
import { mailedLink } from "../../../testing/mailed-link";
import { ownPage } from "../../../testing/own-page";
import { inMaintenance, setBlocked } from "../../../testing/service-states";
import { person, START, shareProvider } from "../../../testing/share-provider";
import { signUp } from "../../../testing/sign-up";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import {
  type PersonAtProvider,
  startProvider,
  startWandering,
} from "../../../testing/start-provider";
import { findSession } from "../page-sessions/account-session";

const { clock, provider, gateway, gatewayWith, accountOf, enter } = shareProvider();

const CALLBACK = "/sign-in/oidc/callback";

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
  await setBlocked(gateway, id, true);
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
  const from = await gateway.startAnother({
    env: { ...env, ...(hasSecret && { OIDC_CLIENT_SECRET: secret ?? "" }) },
    clock: clock.now,
  });
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
  await inMaintenance(gateway, async () => {
    const { status, account } = await enter(person("ada"));
    expect([status, account]).toEqual([503, undefined]);
  });
});

test("a network that begins 300 sign-ins in a minute must wait", async () => {
  const busy = await gatewayWith({ RATE_LIMIT_REQUESTS: "100000" });
  const begin = () => fetch(busy.url + START, { redirect: "manual" });
  for (let step = 1; step <= 300; step += 1) expect((await begin()).status).toBe(303);
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

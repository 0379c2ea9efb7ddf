// Covers docs/reference/pages.md: addresses, back-to-the-page

import { pollTypes } from "@polls/domain/poll-types";
import { buildPoll } from "@polls/testing";
import { mailedLink } from "../../../testing/mailed-link";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { dataOf } from "../../../testing/served-pages";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import type { TestGateway } from "../../../testing/start-gateway";
import { demoHash } from "./home.pages";

const gateway = shareGateway();

const open = (path: string, cookie = "", from: TestGateway = gateway) =>
  from.request(`GET ${path}`, { headers: { Cookie: cookie } });

async function signedIn(email: string): Promise<string> {
  await gateway.request("POST /api/v1/account/sign_in", { body: { email } });
  const button = `POST ${await mailedLink(gateway, email)}/session`;
  const { headers } = await gateway.request(button, { headers: ownPage });
  return cookieOf({ headers });
}

test("account pages redirect to the sign-in without a session, and the sign-in to the polls with one", async () => {
  for (const path of ["/polls", "/account"]) {
    const { status, headers } = await open(path);
    const signIn = `/sign-in?to=${encodeURIComponent(path)}`;
    expect([status, headers.get("location")]).toEqual([303, signIn]);
    expect(dataOf((await open(signIn)).text).returnTo).toBe(path);
  }
  await signUp(gateway.db, { email: "ada@example.org", name: "Ada" });
  const cookie = await signedIn("ada@example.org");
  const led = await open("/sign-in", cookie);
  expect([led.status, led.headers.get("location")]).toEqual([303, "/polls"]);
  for (const [to, path] of [
    ["/account", "/account"],
    ["//evil.example", "/polls"],
    ["/\\evil.example", "/polls"],
    ["https://evil.example", "/polls"],
  ] as const) {
    const { headers } = await open(`/sign-in?to=${encodeURIComponent(to)}`, cookie);
    expect([to, headers.get("location")]).toEqual([to, path]);
  }
  const hostile = await open("/sign-in?to=%2F%2Fevil.example");
  expect(dataOf(hostile.text)).not.toHaveProperty("returnTo");
  const account = { email: "ada@example.org", name: "Ada" };
  for (const path of ["/polls", "/account", "/"]) {
    const { status, text, headers } = await open(path, cookie);
    expect([status, dataOf(text).account]).toEqual([200, account]);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  }
});

test("everyone can open the page of a new poll, and learns first whose address can get an account", async () => {
  const shown = dataOf((await open("/polls/new")).text);
  expect(shown).toMatchObject({ page: "new_poll", signUp: "all" });
  expect(shown).not.toHaveProperty("account");
  // Votes can be sold here, by an account to which the operator allows it.
  expect(shown).toMatchObject({
    sells: true,
    payments: { refusal: "payments_not_allowed", command: true },
  });
  const operator = { ...gateway.deps.config.operator, imprintUrl: "https://a.example/imprint" };
  const named = await gateway.startAnother({ config: { operator } });
  expect(dataOf((await open("/polls/new", "", named)).text).payments).toMatchObject({
    contact: "https://a.example/imprint",
  });
  const free = await gateway.startAnother({ config: { payments: undefined } });
  for (const path of ["/", "/polls/new"])
    expect(dataOf((await open(path, "", free)).text)).not.toHaveProperty("sells");
  for (const [mode, signUp] of [
    ["domains", "some"],
    ["invitation", "none"],
    ["closed", "none"],
  ] as const) {
    const other = await gateway.startAnother({
      config: { signUp: { mode, domains: ["a.example"] } },
    });
    expect(dataOf((await open("/polls/new", "", other)).text)).toMatchObject({ signUp });
  }
});

test("a chosen language is kept for all pages, and one that pages do not have is not", async () => {
  const chosen = await open("/polls/new?language=de");
  expect(dataOf(chosen.text).language).toBe("de");
  const cookie = chosen.headers.get("set-cookie") ?? "";
  expect(cookie).toContain("language=de; ");
  expect(dataOf((await open("/", cookie)).text).language).toBe("de");
  expect((await open("/?language=fr")).headers.get("set-cookie")).toBeNull();
});

test("the start page links to existing demos, and in production to none", async () => {
  const { id } = await signUp(gateway.db);
  await buildPoll(gateway.db, {
    ownerAccountId: id,
    title: "Lunch",
    memberHash: "demo-voting",
  });
  await buildPoll(gateway.db, {
    ownerAccountId: id,
    title: "Not a table",
    memberHash: "demo-table",
  });
  expect(dataOf((await open("/")).text)).toMatchObject({
    page: "start",
    signUp: "all",
    demos: [{ type: "Polls::Voting", title: "Lunch", path: "/p/demo-voting" }],
  });
  const production = await gateway.startAnother({ config: { production: true } });
  expect(dataOf((await open("/", "", production)).text).demos).toEqual([]);
});

test("the demo of each type has a hash that a poll may have", () => {
  for (const type of pollTypes.names) expect(demoHash(type)).toMatch(/^[a-z0-9-]{4,64}$/);
  expect(demoHash("Polls::PhotoGallery")).toBe("demo-photo-gallery");
});

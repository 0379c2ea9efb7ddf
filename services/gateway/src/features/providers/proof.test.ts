// Covers docs/reference/participants.md: proof-by-a-provider

import { buildOption } from "@polls/testing";
import { ownPage } from "../../../testing/own-page";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import type { TestGateway } from "../../../testing/start-gateway";
import {
  type PersonAtProvider,
  startProvider,
  startWandering,
  type TestProvider,
  type Wanderer,
} from "../../../testing/start-provider";

const provider = {} as TestProvider;
const gateway = shareGateway(async () => {
  await startProvider({ shared: provider });
  return { env: { ...provider.env, LOG_LEVEL: "silent" } };
});
const owner = shareAccount(gateway);

const poll = (settings: object = { access_by_provider: "oidc" }) =>
  owner.buildPoll({ settings: { require_voter_name: false, ...settings } });
type TestPoll = Awaited<ReturnType<typeof poll>>;

/** Takes a browser of a person through the sign-in of a poll. */
async function prove({ memberHash }: TestPoll, person: PersonAtProvider): Promise<Wanderer> {
  provider.person = person;
  const browser = startWandering(gateway);
  const { status, location } = await browser.open(`/p/${memberHash}/sign-in`);
  expect([status, location]).toEqual([200, `/p/${memberHash}`]);
  return browser;
}

/** The token of a page of the poll, in a browser with these cookies. */
async function pageToken({ memberHash }: TestPoll, cookie: string, from: TestGateway = gateway) {
  const { body } = await from.request(`POST /session/token?poll=${memberHash}`, {
    headers: { ...ownPage, Cookie: cookie },
  });
  return String(body.token);
}

const takePart = (
  { memberHash }: TestPoll,
  caller: { readonly token: string; readonly identifier?: string },
  from: TestGateway = gateway,
) => from.request(`POST /api/v1/polls/${memberHash}/voters`, { ...caller, body: { voter: {} } });

const refused = [422, "provider_sign_in_required"];
const outcome = ({ status, body }: Awaited<ReturnType<typeof takePart>>) => [status, body?.code];

test("no one takes part without a proof: no visitor, no program, not the owner", async () => {
  const asked = await poll();
  const visitor = { token: await pageToken(asked, "") };
  const program = { token: owner.publicToken, identifier: "one" };
  for (const caller of [visitor, program, { token: owner.privateToken }]) {
    expect(outcome(await takePart(asked, caller))).toEqual(refused);
  }
  expect(await gateway.db.prisma.participant.count({ where: { pollId: asked.id } })).toBe(0);
});

// Settings: access_by_provider
test("a person takes part once, and continues on another device", async () => {
  const asked = await poll({ access_by_provider: "oidc" });
  const [one, other] = [await buildOption(gateway.db, asked), await buildOption(gateway.db, asked)];
  const ann = { subject: "ann" };
  const first = await pageToken(asked, (await prove(asked, ann)).cookie());
  const taken = await takePart(asked, { token: first });
  expect(taken.status).toBe(201);
  const vote = (token: string, { publicId: option_id }: typeof one) =>
    gateway.request(`POST /api/v1/polls/${asked.memberHash}/votes`, {
      token,
      body: { voter_id: taken.body.id, option_id, vote: { vote: 1 } },
    });
  expect((await vote(first, one)).status).toBe(201);

  const phone = await prove(asked, ann);
  const second = await pageToken(asked, phone.cookie());
  const again = await takePart(asked, { token: second });
  expect(outcome(again)).toEqual([422, "already_participating"]);
  expect(again.body.voter_id).toBe(taken.body.id);
  expect((await vote(second, other)).status).toBe(201);

  const bob = await pageToken(asked, (await prove(asked, { subject: "bob" })).cookie());
  expect((await takePart(asked, { token: bob })).status).toBe(201);
  expect((await vote(bob, other)).status).toBe(403);
});

test("concurrent requests of one person on several devices make one participant", async () => {
  const asked = await poll();
  const browsers = [await prove(asked, { subject: "ann" }), await prove(asked, { subject: "ann" })];
  const tokens = await Promise.all(
    [...browsers, ...browsers].map((each) => pageToken(asked, each.cookie())),
  );
  const all = await Promise.all(tokens.map((token) => takePart(asked, { token })));
  expect(all.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
});

test("each poll knows the person by another pseudonym, and no row has the identity", async () => {
  const [one, other] = [await poll(), await poll()];
  const person = { subject: "subject-of-carol", email: "carol@example.org", email_verified: true };
  provider.asked.length = 0;
  const browser = await prove(one, person);
  expect(provider.asked).not.toContain("/me");
  for (const asked of [one, other]) {
    const token = await pageToken(asked, browser.cookie());
    expect((await takePart(asked, { token })).status).toBe(201);
  }
  const rows = await gateway.db.prisma.participant.findMany({
    where: { pollId: { in: [one.id, other.id] } },
  });
  expect(new Set(rows.map(({ ownerKey }) => ownerKey)).size).toBe(2);
  const written = JSON.stringify(rows, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  expect(written).not.toMatch(/carol/);
  expect(await gateway.db.prisma.account.count({ where: { email: person.email } })).toBe(0);
});

test("the page says what to do, who takes part is not shown, and another person can follow on the device", async () => {
  const asked = await poll();
  const path = `/p/${asked.memberHash}`;
  const before = await gateway.request(`GET ${path}`);
  expect(before.text).toContain(`href="https://polls.example${path}/sign-in"`);
  expect(before.text).toContain("Sign in with Example ID");
  const browser = await prove(asked, { subject: "dan" });
  const { text } = await browser.open(path);
  expect(text).toContain("You take part as a person whom Example ID knows");
  const { status, headers } = await gateway.request(`POST ${path}/sign-in`, {
    headers: { ...ownPage, Cookie: browser.cookie() },
  });
  expect([status, headers.get("location")]).toEqual([303, path]);
  expect(headers.get("set-cookie")).toMatch(/^__Host-person=; .*Max-Age=0/);
  const german = await gateway.request(`GET ${path}`, { headers: { "Accept-Language": "de" } });
  expect(german.text).toContain("Mit Example ID anmelden");
  const results = await gateway.request(`GET ${path}/results`);
  expect(results.text).not.toContain(`${path}/sign-in`);
});

test("only a signed cookie of this kind is a proof", async () => {
  const asked = await poll();
  const exchanged = await gateway.request(`POST /session/token?poll=${asked.memberHash}`, {
    headers: ownPage,
  });
  const visitor = exchanged.headers.get("set-cookie")?.split(";")[0]?.split("=")[1];
  for (const value of [visitor, `${"a".repeat(22)}.${"b".repeat(43)}`]) {
    const token = await pageToken(asked, `__Host-person=${value}`);
    expect(outcome(await takePart(asked, { token }))).toEqual(refused);
  }
});

test("a token of one poll proves nothing in another", async () => {
  const [one, other] = [await poll(), await poll()];
  const token = await pageToken(one, (await prove(one, { subject: "eve" })).cookie());
  expect((await takePart(other, { token })).status).toBe(404);
});

test("polls without a proof, and unknown ones, have no page to sign in", async () => {
  const open = await poll({});
  for (const hash of [open.memberHash, "unknown-poll"]) {
    expect((await gateway.request(`GET /p/${hash}/sign-in`)).status).toBe(404);
  }
});

describe("the setting", () => {
  const change = ({ adminHash }: TestPoll, value: string | null) =>
    gateway.as(owner, `PATCH /api/v1/polls/${adminHash}`, { poll: { access_by_provider: value } });

  test("names only providers of the service, which the hints list", async () => {
    const open = await poll({});
    const { status, body } = await change(open, "oidc");
    expect(status).toBe(200);
    expect(body.configuration_hints.access_by_provider.allowed_values).toEqual([
      null,
      "facebook",
      "oidc",
    ]);
    const absent = await change(open, "oidc_2");
    expect([absent.status, absent.body.errors]).toEqual([
      422,
      { access_by_provider: ["is not a provider of this service"] },
    ]);
  });

  test("is set only while there are no participants, and can be removed", async () => {
    const open = await poll({});
    const program = { token: owner.publicToken, identifier: "one" };
    expect((await takePart(open, program)).status).toBe(201);
    const late = await change(open, "oidc");
    expect([late.status, late.body.errors]).toEqual([
      422,
      { access_by_provider: ["cannot be changed once there are participants"] },
    ]);
    const asked = await poll();
    const token = await pageToken(asked, (await prove(asked, { subject: "fay" })).cookie());
    expect((await takePart(asked, { token })).status).toBe(201);
    expect((await change(asked, null)).status).toBe(200);
    expect((await takePart(asked, program)).status).toBe(201);
  });

  test("facebook has no effect where the service has no such provider", async () => {
    const asked = await poll({ access_by_provider: "facebook" });
    const program = { token: owner.publicToken, identifier: "one" };
    expect((await takePart(asked, program)).status).toBe(201);
  });

  test("of a provider that the service no longer has lets no one take part, and the page says so", async () => {
    const asked = await poll();
    const without = await gateway.startAnother();
    const token = await pageToken(asked, "", without);
    expect(outcome(await takePart(asked, { token }, without))).toEqual(refused);
    const { text } = await without.request(`GET /p/${asked.memberHash}`);
    expect(text).toContain("a provider that this service no longer has");
  });
});

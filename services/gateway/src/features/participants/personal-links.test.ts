// Covers docs/reference/errors.md: codes
// Covers docs/reference/pages.md: page-tokens, visitors
// Covers docs/reference/participants.md: personal-link

import type { Poll } from "@polls/domain/polls";
import { buildOption, fakeClock } from "@polls/testing";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const start = new Date("2030-06-15T12:00:00Z");
const clock = fakeClock(start);

const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway);
beforeEach(() => clock.set(start));

interface Browser {
  cookie: string;
  token: string;
}

const post = (path: string, { cookie }: Browser, headers: Readonly<Record<string, string>> = {}) =>
  gateway.request(`POST ${path}`, {
    headers: { ...ownPage, ...(cookie !== "" && { Cookie: cookie }), ...headers },
  });

async function exchange({ memberHash }: Poll, browser: Browser): Promise<Browser> {
  const { headers, body } = await post(`/session/token?poll=${memberHash}`, browser);
  browser.cookie = cookieOf({ headers });
  browser.token = body.token;
  return browser;
}
const newBrowser = (poll: Poll) => exchange(poll, { cookie: "", token: "" });

const openLink = ({ memberHash }: Poll, url: string, browser: Browser) =>
  post(`/session/continue?poll=${memberHash}`, browser, {
    "X-Personal-Link": new URL(url).hash.replace("#continue=", ""),
  });

const pathOf = ({ memberHash }: Poll) => `/api/v1/polls/${memberHash}`;

async function takePart(poll: Poll, { token }: Browser, name = "Ada") {
  const answer = await gateway.as({ token }, `POST ${pathOf(poll)}/voters`, {
    voter: { user_name: name },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as { readonly id: string; readonly personal_url: string };
}

async function scene(settings: Readonly<Record<string, unknown>> = {}) {
  const poll = await owner.buildPoll({ settings });
  const option = await buildOption(gateway.db, poll, { content: "Soup" });
  const phone = await newBrowser(poll);
  const voter = await takePart(poll, phone);
  const link = (browser: Pick<Browser, "token"> = phone, body: object = {}) =>
    gateway.as({ token: browser.token }, `POST ${pathOf(poll)}/voters/${voter.id}/link`, body);
  const revoke = (browser = phone) =>
    gateway.request(`DELETE ${pathOf(poll)}/voters/${voter.id}/link`, { token: browser.token });
  const cast = ({ token }: Browser) =>
    gateway.request(`POST ${pathOf(poll)}/votes`, {
      token,
      body: { voter_id: voter.id, option_id: option.publicId, vote: { vote: 1 } },
    });
  return { poll, option, phone, voter, link, revoke, cast };
}

test("pages get the link with a new participant, and the same one again on request", async () => {
  const { poll, voter, link } = await scene();
  expect(voter.personal_url).toMatch(
    new RegExp(
      `^${gateway.deps.config.baseUrl.origin}/p/${poll.memberHash}/device#continue=[\\w-]{65}$`,
    ),
  );
  expect((await link()).body).toEqual({ url: voter.personal_url });
  const { body } = await gateway.request(`POST ${pathOf(poll)}/voters`, {
    token: owner.publicToken,
    identifier: "a client",
    body: { voter: { user_name: "Bea" } },
  });
  expect(body).not.toHaveProperty("personal_url");
});

test("another browser that opens the link is the same participant, with its votes on the page", async () => {
  const { poll, phone, voter, cast } = await scene({ hidden_participants: true });
  const { body: vote } = await cast(phone);
  const laptop = await newBrowser(poll);
  expect((await cast(laptop)).status).toBe(403);
  expect((await openLink(poll, voter.personal_url, laptop)).status).toBe(204);
  await exchange(poll, laptop);
  expect((await cast(laptop)).body).toMatchObject({ code: "already_voted", vote_id: vote.id });
  const page = await gateway.request(`GET /p/${poll.memberHash}`, {
    headers: { Cookie: laptop.cookie },
  });
  expect(page.text).toContain(vote.id);
  // In another poll it stays itself.
  const other = await scene();
  await exchange(other.poll, laptop);
  expect((await other.cast(laptop)).status).toBe(403);
});

test("a browser without a cookie gets one with the link", async () => {
  const { poll, voter, cast } = await scene();
  const laptop: Browser = { cookie: "", token: "" };
  const { headers } = await openLink(poll, voter.personal_url, laptop);
  laptop.cookie = cookieOf({ headers });
  expect((await cast(await exchange(poll, laptop))).status).toBe(201);
});

test("a revoked link opens nothing, and browsers that opened it act as themselves at once", async () => {
  const { poll, phone, voter, cast, link, revoke } = await scene();
  const laptop = await newBrowser(poll);
  await openLink(poll, voter.personal_url, laptop);
  await exchange(poll, laptop);
  expect((await revoke()).status).toBe(204);
  expect((await cast(laptop)).status).toBe(401);
  expect((await cast(await exchange(poll, laptop))).status).toBe(403);
  expect((await openLink(poll, voter.personal_url, laptop)).status).toBe(404);
  expect((await cast(phone)).status).toBe(201);
  const { url } = (await link()).body;
  expect(url).not.toBe(voter.personal_url);
  expect((await openLink(poll, url, laptop)).status).toBe(204);
});

test.each([
  ["a wrong token", (url: string) => `${url.slice(0, -4)}AAAA`],
  ["a token that is cut off", (url: string) => url.slice(0, -1)],
  ["no token", (url: string) => url.split("#")[0] ?? ""],
])("%s opens nothing, like the link of an unknown participant", async (_case, change) => {
  const { poll, voter, cast } = await scene();
  const laptop = await newBrowser(poll);
  const wrong = await openLink(poll, change(voter.personal_url), laptop);
  const other = await scene();
  const elsewhere = await openLink(poll, other.voter.personal_url, laptop);
  expect([wrong.status, wrong.body]).toEqual([404, elsewhere.body]);
  expect((await cast(await exchange(poll, laptop))).status).toBe(403);
});

test("a request that no page of the service sent opens nothing", async () => {
  const { poll, voter } = await scene();
  const token = new URL(voter.personal_url).hash.replace("#continue=", "");
  const answer = await gateway.request(`POST /session/continue?poll=${poll.memberHash}`, {
    headers: { "X-Personal-Link": token, Origin: "https://evil.example" },
  });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
});

test("others get no link and revoke none, admins neither; an account has none", async () => {
  const { poll, link, revoke, phone } = await scene();
  const stranger = await newBrowser(poll);
  const admin = { token: owner.privateToken };
  for (const caller of [stranger, admin]) {
    expect([(await link(caller)).status, (await revoke(caller as Browser)).status]).toEqual([
      404, 404,
    ]);
  }
  expect((await link(phone)).status).toBe(201);
  const own = await gateway.as(admin, `POST ${pathOf(poll)}/voters`, {
    voter: { user_name: "Owner" },
  });
  const asked = await gateway.as(admin, `POST ${pathOf(poll)}/voters/${own.body.id}/link`, {});
  expect(asked.status).toBe(404);
});

describe("a link by mail", () => {
  const address = () => `ada-${Math.random().toString(36).slice(2)}@example.org`;
  const mailsTo = (to: string) => gateway.db.prisma.mail.findMany({ where: { address: to } });

  test("goes to the given address, and the row has no token", async () => {
    const { link } = await scene();
    const optin_email = address();
    const { status, body } = await link(undefined, { optin_email });
    expect([status, body.optin_email]).toEqual([201, optin_email]);
    const [mail] = await mailsTo(optin_email);
    expect(mail).toMatchObject({ kind: "personal_link", state: "queued", nonce: null });
  });

  // Settings: disable_participant_sign_up
  test("is refused with disable_participant_sign_up, which leaves the link itself", async () => {
    const { link } = await scene({ disable_participant_sign_up: true });
    const { status, body } = await link(undefined, { optin_email: address() });
    expect([status, body.errors]).toEqual([422, { optin_email: ["is not allowed in this poll"] }]);
    expect((await link()).status).toBe(201);
  });

  test.each([false, true])(
    "with double opt-in goes to the confirmed address alone (disable_participant_sign_up: %s)",
    async (disable_participant_sign_up) => {
      const { poll, phone, link, voter } = await scene({ disable_participant_sign_up });
      const confirmed = address();
      await gateway.db.prisma.poll.update({
        where: { id: poll.id },
        data: { settings: { double_opt_in: true, disable_participant_sign_up } },
      });
      const where = { publicId: voter.id };
      await gateway.db.prisma.participant.update({
        where,
        data: { optinEmail: confirmed, confirmedAt: null },
      });
      const ask = (optin_email: string) => link(phone, { optin_email });
      const refusal = { optin_email: ["is not the confirmed address"] };
      expect((await ask(confirmed)).body.errors).toEqual(refusal);
      await gateway.db.prisma.participant.update({ where, data: { confirmedAt: start } });
      expect((await ask(address())).body.errors).toEqual(refusal);
      expect((await ask(confirmed.toUpperCase())).status).toBe(201);
    },
  );

  test("is sent three times an hour, and ten times in all", async () => {
    const { link } = await scene();
    const ask = () => link(undefined, { optin_email: address() });
    for (let sent = 0; sent < 3; sent++) expect((await ask()).status).toBe(201);
    const waits = await ask();
    expect([waits.status, waits.body.code]).toEqual([429, "too_many_link_mails"]);
    expect(waits.headers.get("retry-after")).toBe("3600");
    // The page token ends after 15 minutes, so the mails get older instead.
    const anHourPasses = () =>
      gateway.db.prisma.mail.updateMany({
        where: { kind: "personal_link" },
        data: { createdAt: new Date(start.getTime() - 3_600_000) },
      });
    for (let sent = 3; sent < 10; sent++) {
      await anHourPasses();
      expect((await ask()).status).toBe(201);
    }
    await anHourPasses();
    expect((await ask()).body.code).toBe("link_mails_used_up");
    expect((await link()).status).toBe(201);
  });
});

test("a deleted participant takes its link and browsers along", async () => {
  const { poll, phone, voter, cast } = await scene();
  const laptop = await newBrowser(poll);
  await openLink(poll, voter.personal_url, laptop);
  await exchange(poll, laptop);
  const path = `${pathOf(poll)}/voters/${voter.id}`;
  expect((await gateway.request(`DELETE ${path}`, { token: phone.token })).status).toBe(204);
  expect((await cast(laptop)).status).toBe(401);
  const own = await takePart(poll, await exchange(poll, laptop), "Bea");
  expect((await gateway.request(`GET ${pathOf(poll)}/voters/${own.id}`, laptop)).status).toBe(200);
});

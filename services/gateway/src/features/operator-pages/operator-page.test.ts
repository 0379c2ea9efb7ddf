// Covers docs/reference/pages.md: the-page-of-operators

import { keptDays } from "@polls/domain/retention";
import { languages } from "@polls/markup";
import { buildOption, buildParticipant, buildPoll, sampleCases } from "@polls/testing";
import { checkPages, describeWithBrowser, looks } from "../../../testing/check-pages";
import { mailedLink } from "../../../testing/mailed-link";
import { operate as operateOn } from "../../../testing/operate";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const gateway = shareGateway();
/** The headers of a browser that an operator has signed in. */
let operator: Readonly<Record<string, string>>;
let stranger: Readonly<Record<string, string>>;
beforeAll(async () => {
  operator = await signIn("operator@example.org");
  stranger = await signIn("stranger@example.org");
  await operate("account", "set", "--email", "operator@example.org", "--operator", "true");
});
const operate = (...words: readonly string[]) => operateOn([gateway], ...words);

async function signIn(email: string): Promise<Readonly<Record<string, string>>> {
  await signUp(gateway.db, { email });
  await gateway.request("POST /api/v1/account/sign_in", { body: { email } });
  const link = await mailedLink(gateway, email);
  const { headers } = await gateway.request(`POST ${link}/session`, { headers: ownPage });
  return { ...ownPage, Cookie: cookieOf({ headers }) };
}

const see = (path: string, headers = operator) => gateway.request(`GET ${path}`, { headers });
const press = (act: string, fields: Readonly<Record<string, string>> = {}, headers = operator) =>
  gateway.request(`POST /operator/${act}`, {
    headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
    text: new URLSearchParams(fields).toString(),
  });
const lastAct = async () => (await operate("ops", "audit", "--json", "--limit", "1")).json[0];

const sections = ["accounts", "polls", "reports", "mails", "suppressed", "audit"];
const acts = [
  ...["service/begin", "service/end", "service/announce"],
  ...["accounts/block", "accounts/unblock", "accounts/quota", "accounts/invite"],
  ...["polls/take-down", "polls/restore", "reports/close", "mails/retry", "suppressed/allow"],
];

describe("for all others", () => {
  test("the pages and their forms are like pages that there are not", async () => {
    const paths = ["/operator", ...sections.map((section) => `/operator/${section}`)];
    const unknown = { ...ownPage };
    for (const headers of [stranger, unknown]) {
      const missing = await see("/operator/no-such-page", headers);
      for (const path of paths) {
        const page = await see(path, headers);
        expect([path, page.status, page.text]).toEqual([path, 404, missing.text]);
      }
      for (const act of acts)
        expect([act, (await press(act, {}, headers)).status]).toEqual([act, 404]);
    }
  });

  test("an operator who loses the mark loses the pages", async () => {
    const headers = await signIn("former@example.org");
    await operate("account", "set", "--email", "former@example.org", "--operator", "true");
    expect((await see("/operator", headers)).status).toBe(200);
    await operate("account", "set", "--email", "former@example.org", "--operator", "false");
    expect((await see("/operator", headers)).status).toBe(404);
  });

  test("another site cannot act with the cookie of an operator", async () => {
    const foreign = { ...operator, "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    for (const act of acts)
      expect([act, (await press(act, {}, foreign)).status]).toEqual([act, 403]);
  });
});

test("an operator blocks an account with a reason, and lets it back", async () => {
  const { publicId: account, privateToken: token } = await signUp(gateway.db, {
    email: "spammer@example.org",
    name: "<Spam>",
  });
  const read = async () => (await gateway.request("GET /api/v1/account", { token })).status;
  const without = await press("accounts/block", { account, reason: " " });
  expect([without.status, await read()]).toEqual([422, 200]);
  expect(without.text).toContain('role="alert"');
  const done = await press("accounts/block", { account, reason: "sends spam", q: "spam mer" });
  expect([done.status, done.headers.get("location")]).toEqual([
    303,
    "/operator/accounts?q=spam%20mer",
  ]);
  expect(await read()).toBe(403);
  expect(await lastAct()).toMatchObject({
    action: "account.block",
    by: "operator@example.org",
    via: "page",
    subject: `account ${account}`,
    reason: "sends spam",
  });
  const page = await see("/operator/accounts?q=spammer");
  expect(page.text).toContain("sends spam");
  expect(page.text).toContain("&lt;Spam&gt;");
  expect((await see("/operator/accounts?q=stranger")).text).not.toContain("spammer");
  await press("accounts/unblock", { account });
  expect([await read(), (await lastAct()).action]).toEqual([200, "account.unblock"]);
});

test("acts need a sign-in within the last 30 minutes, except the end of the maintenance", async () => {
  const email = "tired@example.org";
  const headers = await signIn(email);
  await operate("account", "set", "--email", email, "--operator", "true");
  const { publicId: account, id } = await signUp(gateway.db);
  const block = () => press("accounts/block", { account, reason: "sends spam" }, headers);
  const signedIn = (minutes: number) =>
    gateway.db.prisma.accountSession.updateMany({
      where: { account: { email } },
      data: { createdAt: new Date(gateway.deps.clock().getTime() - minutes * 60_000) },
    });
  await signedIn(31);
  const refused = await block();
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('href="/sign-in?to=%2Foperator&amp;again=true"');
  const { blockedAt } = await gateway.db.prisma.account.findUniqueOrThrow({ where: { id } });
  expect(blockedAt).toBeNull();
  expect((await see("/operator/accounts", headers)).status).toBe(200);
  await press("service/begin");
  expect((await press("service/end", {}, headers)).status).toBe(303);
  expect((await see("/sign-in?to=%2Foperator&again=true", headers)).status).toBe(200);
  expect((await see("/sign-in?to=%2Foperator", headers)).headers.get("location")).toBe("/operator");
  await signedIn(29);
  expect((await block()).status).toBe(303);
});

test("an operator sets quotas, and takes them away", async () => {
  const { publicId: account, id } = await signUp(gateway.db);
  const quotas = async () => {
    const { storageQuotaBytes, mailQuota, pollQuota } =
      await gateway.db.prisma.account.findUniqueOrThrow({ where: { id } });
    return [storageQuotaBytes, mailQuota, pollQuota];
  };
  expect((await press("accounts/quota", { account, storage: "x" })).status).toBe(422);
  await press("accounts/quota", { account, storage: "5", mails: "0", polls: "" });
  expect(await quotas()).toEqual([5_000_000n, 0, null]);
  await press("accounts/quota", { account, storage: "", mails: "", polls: "3" });
  expect(await quotas()).toEqual([null, null, 3]);
});

test("an operator takes a poll down and restores it; the page shows no votes", async () => {
  const poll = await buildPoll(gateway.db, {
    title: "Win a <car>",
    settings: { hide_votes: true },
  });
  const option = await buildOption(gateway.db, poll, { content: "Secret option" });
  await buildParticipant(gateway.db, poll, { userName: "Secret voter" });
  const page = await see(`/operator/polls?q=${poll.memberHash}`);
  expect(page.text).toContain("Win a &lt;car&gt;");
  expect(page.text).not.toMatch(/Secret/);
  expect(page.text).not.toContain(poll.adminHash);
  expect(page.text).not.toContain(option.publicId);
  await press("polls/take-down", { poll: poll.memberHash, reason: "fraud" });
  expect((await see(`/p/${poll.memberHash}`)).status).toBe(410);
  expect(await lastAct()).toMatchObject({ action: "poll.take_down", reason: "fraud", via: "page" });
  await press("polls/restore", { poll: poll.memberHash });
  expect((await see(`/p/${poll.memberHash}`)).status).toBe(200);
  expect((await press("polls/restore", { poll: "unknown" })).status).toBe(422);
});

test("an operator reads reports, takes their poll down, and closes them", async () => {
  const { memberHash } = await buildPoll(gateway.db, { title: "Reported" });
  await gateway.request(`POST /p/${memberHash}/report`, {
    headers: { ...ownPage, "Content-Type": "application/x-www-form-urlencoded" },
    text: new URLSearchParams({ text: "It is <fraud>" }).toString(),
  });
  const page = await see("/operator/reports");
  expect(page.text).toContain("It is &lt;fraud&gt;");
  const [, id = ""] = /name="id" value="(\d+)"/.exec(page.text) ?? [];
  const done = await press("polls/take-down", { poll: memberHash, reason: "x", from: "reports" });
  expect(done.headers.get("location")).toBe("/operator/reports");
  expect((await press("reports/close", { id })).status).toBe(303);
  expect((await see("/operator/reports")).text).not.toContain("fraud");
  expect((await press("reports/close", { id })).status).toBe(422);
});

test("an operator sends a failed mail again, and allows a suppressed address", async () => {
  const { id } = await gateway.db.prisma.mail.create({
    data: {
      kind: "sign_in",
      language: "en",
      address: "ada@mail.example",
      state: "failed",
      fault: "us",
      problem: "554 <relay> denied",
    },
  });
  const page = await see("/operator/mails");
  expect(page.text).toContain("554 &lt;relay&gt; denied");
  expect(page.text).not.toContain("ada@");
  expect((await press("mails/retry", { id: String(id) })).status).toBe(303);
  const mail = await gateway.db.prisma.mail.findUniqueOrThrow({ where: { id } });
  expect(mail.state).toBe("queued");
  expect(await lastAct()).toMatchObject({ action: "mail.retry", details: { mails: 1 } });

  const address = "gone@mail.example";
  await gateway.db.prisma.suppressedAddress.create({ data: { address, reason: "550" } });
  expect((await see("/operator/suppressed")).text).toContain(address);
  await press("suppressed/allow", { email: address });
  expect((await see("/operator/suppressed")).text).not.toContain(address);
});

test("an operator begins and ends maintenance, and announces, during maintenance too", async () => {
  await press("service/begin", { sentence: "Back at 5 pm." });
  const { privateToken: token } = await signUp(gateway.db);
  const refused = await gateway.request("POST /api/v1/polls", { token, body: { poll: {} } });
  expect([refused.status, refused.body.error]).toEqual([503, "Back at 5 pm."]);
  expect((await see("/operator")).text).toContain("Maintenance is on");
  await press("service/announce", { sentence: "We are <moving>." });
  expect((await see("/")).text).toContain("We are &lt;moving&gt;.");
  await press("service/announce", { sentence: "" });
  await press("service/end");
  const made = await gateway.as({ token }, "POST /api/v1/polls", { poll: { title: "x" } });
  expect(made.status).toBe(201);
});

test("the page of the service says what is kept how long", async () => {
  expect((await see("/operator")).text).toContain("until their owners delete them");
  const keeping = await gateway.startAnother({ env: { KEEP_CLOSED_POLLS_DAYS: "365" } });
  const german = { headers: { ...operator, "Accept-Language": "de" } };
  const { text } = await keeping.request("GET /operator", german);
  expect(text).toContain("<dd>365 Tage, oder kürzer, wo ihre Eigentümer/innen es wählen</dd>");
  for (const days of Object.values(keptDays))
    expect(text).toContain(`<dd>${days === 1 ? "1 Tag" : `${days} Tage`}</dd>`);
});

test.each(["service/begin", "service/announce"])("%s refuses a long sentence", async (act) => {
  const answer = await press(act, { sentence: "x".repeat(301) });
  expect([answer.status, answer.text]).toEqual([
    422,
    expect.stringContaining("Please write at most 300 characters."),
  ]);
  expect((await see("/operator")).text).not.toContain("x".repeat(301));
});

test("an invited address may sign up", async () => {
  const closed = await gateway.startAnother({ env: { SIGN_UP: "invitation" } });
  const email = "invited@example.org";
  const ask = async () => {
    await closed.request("POST /api/v1/account/sign_in", { body: { email } });
    const { kind, signInId } = await closed.db.prisma.mail.findFirstOrThrow({
      where: { address: email },
      orderBy: { id: "desc" },
    });
    return [kind, signInId !== null];
  };
  expect(await ask()).toEqual(["sign_in", false]);
  await press("accounts/invite", { email: "Invited@example.org" });
  expect(await ask()).toEqual(["sign_up", true]);
  const link = await mailedLink(closed, email);
  expect((await closed.request(`POST ${link}`, { headers: ownPage })).status).toBe(200);
  expect(await closed.db.prisma.signUpInvitation.count({ where: { address: email } })).toBe(0);
});

describeWithBrowser("with axe-core in a browser (skipped where there is no Chromium)", () => {
  test.each(sampleCases(looks, 2, 1))(
    "no page has an accessibility violation: %s",
    async (_look, flags) => {
      const pages: string[] = [];
      for (const language of languages) {
        const headers = { ...operator, "Accept-Language": language };
        for (const path of [
          "",
          "/accounts",
          "/polls",
          "/reports",
          "/mails",
          "/suppressed",
          "/audit",
        ]) {
          const { status, text } = await see(`/operator${path}`, headers);
          expect([language, path, status]).toEqual([language, path, 200]);
          pages.push(text);
        }
      }
      const strict = await gateway.startAnother({ env: { OPERATORS_NEED_TWO_FACTORS: "1" } });
      for (const language of languages) {
        const headers = { ...operator, "Accept-Language": language };
        const { status, text } = await strict.request("GET /operator", { headers });
        expect([language, status]).toEqual([language, 403]);
        pages.push(text);
      }
      const reports = await checkPages(pages, flags);
      expect(reports.map(({ violations }) => violations)).toEqual(pages.map(() => []));
    },
  );
});

// Covers docs/reference/pages.md: reports-of-abuse

import { languages } from "@polls/markup";
import { buildPoll } from "@polls/testing";
import { checkPages, describeWithBrowser, looks } from "../../../testing/check-pages";
import { operate as operateOn } from "../../../testing/operate";
import { ownPage } from "../../../testing/own-page";
import { shareGateway } from "../../../testing/share-gateway";
import { keepCookie, newCookieId, newVisitorCookie } from "../page-sessions/signed-cookie";

const gateway = shareGateway({
  env: { TRUSTED_PROXIES: "127.0.0.0/8, ::1" },
});
const operate = (...words: readonly string[]) => operateOn([gateway], ...words);

let clients = 0;
/** The headers of a new reader, with an address of its own. */
function newReader(cookie = true): Readonly<Record<string, string>> {
  clients += 1;
  const kept =
    keepCookie(newVisitorCookie(false, gateway.deps), newCookieId(), gateway.deps).split(";")[0] ??
    "";
  return {
    ...ownPage,
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Forwarded-For": `203.0.113.${clients}`,
    ...(cookie && { Cookie: kept }),
  };
}
const report = (hash: string, text: string, headers = newReader()) =>
  gateway.request(`POST /p/${hash}/report`, {
    headers,
    text: new URLSearchParams({ text }).toString(),
  });
const open = async () => (await operate("ops", "report", "list")).json;

test("pages for participants link to the report, those of admins do not", async () => {
  const { memberHash, adminHash } = await buildPoll(gateway.db, {
    settings: { white_label: true },
  });
  const link = `href="/p/${memberHash}/report"`;
  for (const path of [`/p/${memberHash}`, `/p/${memberHash}/results`]) {
    expect((await gateway.request(`GET ${path}`)).text).toContain(link);
  }
  expect((await gateway.request("GET /")).text).not.toContain("/report");
  expect((await gateway.request(`GET /p/${memberHash}/report`)).status).toBe(200);
  expect((await gateway.request("GET /p/unknown/report")).status).toBe(404);
  expect((await gateway.request(`GET /p/${adminHash}/report`)).status).toBe(404);
});

test("a reader reports a poll once; operators read the words, and not who wrote them", async () => {
  const poll = await buildPoll(gateway.db, { title: "Win a car" });
  const reader = newReader();
  const first = await report(poll.memberHash, " It is a <fraud>. ", reader);
  expect([first.status, first.text.includes("Thank you")]).toEqual([200, true]);
  expect((await report(poll.memberHash, "Once more", reader)).status).toBe(200);
  expect((await report(poll.memberHash, "Me too", newReader())).status).toBe(200);
  const reports = (await open()).filter((one: { poll: string }) => one.poll === poll.memberHash);
  expect(reports).toMatchObject([
    { title: "Win a car", text: "Me too", taken_down: false, closed_at: null },
    { title: "Win a car", text: "It is a <fraud>." },
  ]);
  expect(Object.keys(reports[0]).sort()).toEqual(
    ["id", "poll", "title", "taken_down", "text", "created_at", "closed_at"].sort(),
  );
});

test("readers without cookies are told apart by their networks", async () => {
  const { memberHash, id } = await buildPoll(gateway.db);
  const reader = newReader(false);
  await report(memberHash, "one", reader);
  await report(memberHash, "two", reader);
  await report(memberHash, "three", newReader(false));
  expect(await gateway.db.prisma.abuseReport.count({ where: { pollId: id } })).toBe(2);
});

test("a network sends ten reports an hour", async () => {
  const headers = newReader();
  const statuses = [];
  for (let i = 0; i < 11; i++) {
    const { memberHash } = await buildPoll(gateway.db);
    statuses.push((await report(memberHash, "x", headers)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test.each([
  ["no words", "  ", 422],
  ["too many words", "x".repeat(1_001), 422],
  ["a null character", "x\0", 422],
  ["a body that is too large", "x".repeat(20_000), 413],
])("%s are refused", async (_case, text, status) => {
  const { memberHash, id } = await buildPoll(gateway.db);
  expect((await report(memberHash, text)).status).toBe(status);
  expect(await gateway.db.prisma.abuseReport.count({ where: { pollId: id } })).toBe(0);
});

test("another site cannot report for its visitor", async () => {
  const { memberHash, id } = await buildPoll(gateway.db);
  const headers = {
    ...newReader(),
    "Sec-Fetch-Site": "cross-site",
    Origin: "https://evil.example",
  };
  expect((await report(memberHash, "x", headers)).status).toBe(403);
  expect(await gateway.db.prisma.abuseReport.count({ where: { pollId: id } })).toBe(0);
});

test("an operator closes a report once, and the audit log has it", async () => {
  const { memberHash } = await buildPoll(gateway.db);
  await report(memberHash, "x");
  const [{ id }] = await open();
  expect((await operate("ops", "report", "close", id)).json).toEqual({ closed: 1 });
  expect((await open()).some((one: { id: string }) => one.id === id)).toBe(false);
  const all = (await operate("ops", "report", "list", "--closed")).json;
  expect(all.some((one: { id: string }) => one.id === id)).toBe(true);
  expect((await operate("ops", "report", "close", id)).code).toBe(1);
  const { json } = await operate("ops", "audit", "--json", "--limit", "1");
  expect(json).toMatchObject([{ action: "report.close", subject: `poll ${memberHash}` }]);
});

test("reports of a poll that was taken down stay listed, and its page takes no more", async () => {
  const { memberHash } = await buildPoll(gateway.db);
  await report(memberHash, "x");
  await operate("ops", "poll", "take-down", "--poll", memberHash, "--reason", "fraud");
  expect((await open())[0]).toMatchObject({ poll: memberHash, taken_down: true });
  expect((await report(memberHash, "y")).status).toBe(410);
});

test("suppressed addresses are listed, and can get mails again; the audit log has the domain only", async () => {
  const createdAt = new Date("2030-01-01T00:00:00Z");
  await gateway.db.prisma.suppressedAddress.create({
    data: { address: "ada@example.net", reason: "550 5.1.1", createdAt },
  });
  expect((await operate("ops", "suppressed", "list")).json).toEqual([
    { email: "ada@example.net", reason: "550 5.1.1", created_at: "2030-01-01T00:00:00.000Z" },
  ]);
  const done = await operate("ops", "suppressed", "delete", "--email", "Ada@Example.net");
  expect(done.json).toEqual({ email: "Ada@Example.net", suppressed: false });
  expect((await operate("ops", "suppressed", "list")).json).toEqual([]);
  expect((await operate("ops", "suppressed", "delete", "ada@example.net")).code).toBe(1);
  const { json } = await operate("ops", "audit", "--json", "--limit", "1");
  expect(json).toMatchObject([{ action: "mail.allow", details: { domain: "example.net" } }]);
});

describeWithBrowser("accessibility in a browser", () => {
  test.each(looks)("axe finds no violation (%s)", async (_look, flags) => {
    const { memberHash } = await buildPoll(gateway.db, { title: "Win a <b>car</b>" });
    const pages: string[] = [];
    for (const language of languages) {
      const headers = { ...newReader(), "Accept-Language": language };
      pages.push(
        (await gateway.request(`GET /p/${memberHash}/report`, { headers })).text,
        (await report(memberHash, "", headers)).text,
        (await report(memberHash, "x", headers)).text,
      );
    }
    const reports = await checkPages(pages, flags);
    expect(reports.map(({ violations }) => violations)).toEqual(pages.map(() => []));
    for (const { passes } of reports) expect(passes).toBeGreaterThan(5);
  });
});

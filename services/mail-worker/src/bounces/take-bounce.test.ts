// Covers docs/reference/mails.md: suppressed-addresses
// Covers docs/reliability.md: mail-server-failures

import { distribute, openShards } from "@polls/db/shards";
import { atFileEnd, connectPatiently, createTestDatabase, metricValue } from "@polls/testing";
import { shareMails } from "../../testing/share-mails";
import { bounceAddress } from "../delivery/address-message";
import { countBounce } from "../processors/send-mail";
import { readBounce, takeBounce } from "./take-bounce";

const { fixture, ...shared } = shareMails({ MAIL_BOUNCES: "bounces@example.org" });
const keys = () => shared.keys().mailLinks;
const now = new Date("2030-06-15T13:00:00Z");

const report = (to: string, status = "5.1.1", action = "failed", said = "no such user") =>
  [
    "From: MAILER-DAEMON@mx.example.net",
    `To: ${to}`,
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.net",
    "",
    "Final-Recipient: rfc822; ada@example.net",
    `Action: ${action}`,
    `Status: ${status}`,
    "Diagnostic-Code: smtp; 550 5.1.1 <ada@example.net>:",
    `  ${said}`,
    "--b--",
  ].join("\r\n");

test.each<[string, string, string, boolean]>([
  ["an unknown mailbox: the address is suppressed", "5.1.1", "no such user", true],
  ["the words for it beside a code without a reason", "5.0.0", "no such user", true],
  ["a policy: only this mail is marked as bounced", "5.7.1", "not accepted", false],
])("%s", async (_case, status, said, suppressed) => {
  const { id, address, poll } = await fixture.buildOptInMail();
  await fixture.run(id);
  expect(await fixture.stateOf(id)).toBe("sent");
  const to = bounceAddress("bounces@example.org", id, keys().signing);
  expect(
    await takeBounce(
      { ofId: () => fixture.db },
      report(to, status, "failed", said),
      keys().all,
      now,
    ),
  ).toBe(true);
  const mail = await fixture.db.prisma.mail.findUniqueOrThrow({ where: { id } });
  expect(mail.state).toBe("bounced");
  expect(mail.problem).toContain(said);
  expect(mail.problem).not.toContain("ada@");
  const again = await fixture.buildOptInMail({ poll, address });
  await fixture.run(again.id);
  expect(await fixture.stateOf(again.id)).toBe(suppressed ? "bounced" : "sent");
});

test("a mail that bounces is counted once, by the worker", async () => {
  const { deps, db } = fixture;
  const { id } = await fixture.buildOptInMail();
  await fixture.run(id);
  const bounced = async () =>
    metricValue((await deps.metrics.text()).body, "mails_settled_total", {
      kind: "opt_in",
      state: "bounced",
    }) ?? 0;
  const before = await bounced();
  const source = report(bounceAddress("bounces@example.org", id, keys().signing), "5.7.1");
  for (let times = 0; times < 2; times += 1) {
    expect(await takeBounce({ ofId: () => db }, source, keys().all, now)).toBe(true);
  }
  const jobs = await db.prisma.outbox.findMany({
    where: { job: "mail.count-bounce", payload: { equals: { mailId: String(id) } } },
  });
  expect(jobs).toHaveLength(1);
  await countBounce({ mailId: String(id) }, deps);
  expect((await bounced()) - before).toBe(1);
});

test("a report about a mail on another shard marks that mail", async () => {
  const { url } = await createTestDatabase();
  await distribute(url, { add: 1, settleMs: 0 }, () => undefined);
  const home = connectPatiently(url, { max: 2 });
  const shards = openShards(home);
  atFileEnd("shards", async () => {
    await shards.close();
    await home.close();
  });
  await shards.refresh();
  const shard = await shards.at(1);
  const { id } = await shard.prisma.mail.create({
    data: { kind: "opt_in", address: "ada@example.net", language: "en", state: "sent" },
  });
  const to = bounceAddress("bounces@example.org", id, keys().signing);
  expect(await takeBounce(shards, report(to), keys().all, now)).toBe(true);
  const { state } = await shard.prisma.mail.findUniqueOrThrow({ where: { id } });
  expect(state).toBe("bounced");
});

/** The report with an encoded part, as Exchange and other servers send it. */
function encoded(source: string, encoding: "base64" | "quoted-printable"): string {
  const [before = "", part = ""] = source.split("Content-Type: message/delivery-status\r\n\r\n");
  const body = part.replace("\r\n--b--", "");
  const text =
    encoding === "base64"
      ? (
          Buffer.from(body)
            .toString("base64")
            .match(/.{1,76}/g) ?? []
        ).join("\r\n")
      : body
          .replace(/=/g, "=3D")
          .replace(/Action/g, "=41ction")
          .replace(/failed/g, "fai=\r\nled");
  const header = `Content-Type: message/delivery-status\r\nContent-Transfer-Encoding: ${encoding}`;
  return `${before}${header}\r\n\r\n${text}\r\n--b--`;
}

test.each(["base64", "quoted-printable"] as const)("a report in %s is understood", (encoding) => {
  const to = bounceAddress("bounces@example.org", 7n, keys().signing);
  const source = encoded(report(to), encoding);
  expect(source).not.toContain("Action: failed");
  expect(readBounce(source, keys().all)).toMatchObject({
    kind: "failure",
    mailId: 7n,
    suppress: true,
    problem: expect.stringContaining("no such user"),
  });
});

test("a report that blames our network does not suppress the address, with any code", () => {
  const to = bounceAddress("bounces@example.org", 7n, keys().signing);
  const source = report(to, "5.1.1", "failed", "mail from your network is listed in the PBL");
  expect(readBounce(source, keys().all)).toMatchObject({ kind: "failure", suppress: false });
});

/** A complaint (RFC 5965) about a mail, which is its last part. */
const feedback = (to: string, type: string) =>
  [
    "From: feedback@provider.example.net",
    "To: abuse@example.org",
    "Content-Type: multipart/report; report-type=feedback-report; boundary=b",
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "This is a complaint.",
    "--b",
    "Content-Type: message/feedback-report",
    "",
    `Feedback-Type: ${type}`,
    "User-Agent: Provider/1.0",
    "Version: 1",
    "--b",
    "Content-Type: message/rfc822",
    "",
    `Return-Path: <${to}>`,
    "Subject: Please confirm",
    "",
    "--b--",
  ].join("\r\n");

test("a complaint suppresses the mailbox, and the mail stays sent", async () => {
  const { address: mailbox, poll } = await fixture.buildOptInMail();
  const address = mailbox.replace("@", "+tag@");
  const { id } = await fixture.buildOptInMail({ poll, address });
  await fixture.run(id);
  const to = bounceAddress("bounces@example.org", id, keys().signing);
  expect(await takeBounce({ ofId: () => fixture.db }, feedback(to, "abuse"), keys().all, now)).toBe(
    true,
  );
  const mail = await fixture.db.prisma.mail.findUniqueOrThrow({ where: { id } });
  expect(mail).toMatchObject({ state: "sent", problem: "the receiver complained about a mail" });
  for (const to of [address, mailbox, mailbox.replace("@", "+other@")]) {
    const again = await fixture.buildOptInMail({ poll, address: to });
    await fixture.run(again.id);
    expect(await fixture.stateOf(again.id)).toBe("bounced");
  }
});

test("an unknown mailbox suppresses all its tags, but an unknown tag not the mailbox", async () => {
  const { address: mailbox, poll } = await fixture.buildOptInMail();
  const tagged = mailbox.replace("@", "+tag@");
  const fail = async (address: string) => {
    const { id } = await fixture.buildOptInMail({ poll, address });
    const to = bounceAddress("bounces@example.org", id, keys().signing);
    await takeBounce({ ofId: () => fixture.db }, report(to), keys().all, now);
  };
  const stateTo = async (address: string) => {
    const { id } = await fixture.buildOptInMail({ poll, address });
    await fixture.run(id);
    return fixture.stateOf(id);
  };
  await fail(tagged);
  expect([await stateTo(tagged), await stateTo(mailbox)]).toEqual(["bounced", "sent"]);
  await fail(mailbox);
  expect(await stateTo(mailbox.replace("@", "+other@"))).toBe("bounced");
});

describe("a message that is not a bounce of this service is ignored", () => {
  const to = () => bounceAddress("bounces@example.org", 7n, keys().signing);
  test.each<[string, () => string]>([
    ["a delay", () => report(to(), "4.4.7", "delayed")],
    ["a temporary status", () => report(to(), "4.2.2")],
    ["an automatic reply", () => `To: ${to()}\r\nSubject: I am away\r\n\r\nUntil Monday.`],
    ["a made-up tag", () => report("bounces+7-00000000000000000000@example.org")],
    ["another mail's tag", () => report(to().replace("+7-", "+8-"))],
    ["an ordinary address", () => report("bounces@example.org")],
    ["a report that a message is not spam", () => feedback(to(), "not-spam")],
    ["a complaint about a mail of another sender", () => feedback("news@example.com", "abuse")],
    ["an empty message", () => ""],
  ])("%s", (_case, source) => {
    expect(readBounce(source(), keys().all)).toBeUndefined();
  });
});

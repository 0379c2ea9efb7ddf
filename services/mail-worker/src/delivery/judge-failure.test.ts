// Covers docs/reference/mails.md: delivery, suppressed-addresses
// Covers docs/reliability.md: mail-server-failures

import { judgeFailure } from "./judge-failure";

const refused = (command: string, response: string) => ({
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

type Expected = readonly ["later" | "refused", "recipient" | "content" | "us" | null, boolean];
const noMailbox: Expected = ["refused", "recipient", true];
const ours: Expected = ["later", "us", false];
const temporary: Expected = ["later", null, false];
const badContent: Expected = ["refused", "content", false];

describe("judgeFailure", () => {
  test.each<[string, unknown, Expected]>([
    ["no connection", { code: "ESOCKET", message: "connect ECONNREFUSED" }, ours],
    ["no answer in time", { code: "ETIMEDOUT", command: "CONN" }, ours],
    ["no such host", { code: "EDNS" }, ours],
    ["TLS that fails", { code: "ETLS", command: "STARTTLS" }, ours],
    ["a wrong password", { code: "EAUTH", ...refused("AUTH PLAIN", "535 5.7.8") }, ours],
    ["a refused sender", refused("MAIL FROM", "553 5.7.1 not you"), ours],
    ["a connection that broke after the content", { code: "ECONNECTION", message: "closed" }, ours],
    ["something that is no error", "odd", ours],
    ["nothing", undefined, ours],
    ["greylisting", refused("RCPT TO", "451 4.7.1"), temporary],
    ["a busy server after the content", refused("DATA", "451 4.3.0 later"), temporary],
    ["an unknown user", refused("RCPT TO", "550 5.1.1 unknown"), noMailbox],
    ["an unknown user, by a relay", refused("RCPT TO", "550 5.1.1 not in relay table"), noMailbox],
    ["an unknown user without an enhanced code", refused("RCPT TO", "550 unknown"), noMailbox],
    ["an unknown user after the content", refused("DATA", "550 5.1.1 no such user"), noMailbox],
    ["a mailbox that has moved", refused("RCPT TO", "551 5.1.6 moved"), noMailbox],
    ["a disabled mailbox", refused("RCPT TO", "550 5.2.1 disabled"), noMailbox],
    ["a full mailbox", refused("RCPT TO", "552 5.2.2"), ["later", "recipient", false]],
    ["a full mailbox as 550", refused("DATA", "550 5.2.2 full"), ["later", "recipient", false]],
    [
      "a wrong address",
      refused("RCPT TO", "501 5.1.3 bad syntax"),
      ["refused", "recipient", false],
    ],
    ["a list of addresses", { code: "EENVELOPE", message: "bad" }, ["refused", "recipient", false]],
    ["a relay that may not send", refused("RCPT TO", "554 5.7.1 Relay access denied"), ours],
    ["the same without an enhanced code", refused("RCPT TO", "550 relay not permitted"), ours],
    ["a relay that wants a login", refused("RCPT TO", "530 5.7.0 Authentication required"), ours],
    ["an unknown parameter", refused("RCPT TO", "504 5.5.4 not implemented"), ours],
    ["a list of blocked senders", refused("RCPT TO", "550 5.7.1 blocked by a block list"), ours],
    ["the same without an enhanced code", refused("RCPT TO", "554 listed in dnsbl"), ours],
    ["our unknown host", refused("RCPT TO", "550 client host unknown"), ours],
    ["a sender that may not send", refused("RCPT TO", "553 sender not allowed"), ours],
    ["a daily limit", refused("DATA", "550 5.4.5 Daily sending limit reached"), ours],
    ["another limit", refused("DATA", "554 limit reached, try again later"), ours],
    ["a doubtful refusal", refused("DATA", "554 transaction failed"), ours],
    ["spam", refused("DATA", "554 5.7.1 spam"), badContent],
    ["a large message", refused("DATA", "552 5.3.4 too big"), badContent],
    ["a format", refused("DATA", "554 5.6.0 not RFC 5322"), badContent],
  ])("%s", (_case, error, [kind, fault, suppress]) => {
    expect(judgeFailure(error, "ada@example.org")).toMatchObject({ kind, fault, suppress });
  });

  test.each<[string, string, Expected]>([
    ...[
      "550 5.1.1 Mail from your IP address is rejected (PBL), see https://example.net",
      "550 5.1.1 Service refused; client host [192.0.2.1] blocked using zen.spamhaus.org",
      "550 5.1.1 Greylisted, please try again in 300 seconds",
      "550 5.1.1 Recipient address rejected: Graylisted",
      "550 5.1.1 Recipient address rejected: unverified address: Address verification in progress",
      "550 5.1.1 Recipient address rejected: Policy rejection",
      "550 5.1.1 Daily recipient limit reached for your account",
      "550 5.1.1 Sender quota exceeded",
      "550 5.1.1 Too many invalid recipients from your host",
      "550 5.1.1 Sender address rejected: user unknown in relay recipient table",
      "550 5.1.1 Message refused by DMARC policy of the domain",
      "550 5.1.2 Relaying denied",
      "553 5.1.2 We do not relay to this domain",
      "550 5.1.2 Authentication required",
      "550 5.1.6 Sending server throttled",
      "550-5.2.1 The user you are trying to contact is receiving mail at a rate that\r\n550 5.2.1 prevents additional messages from being delivered.",
      "550 5.2.1 Service unavailable, [example.org] does not accept email over IPv6.",
      "550 5.2.1 Mailbox temporarily disabled, try later",
      "550 5.2.1 Access denied: reverse DNS is missing",
      "550 5.1.10 Blocked: poor reputation of the network",
      "550 5.1.1 user over quota",
      "550 blocked by the PBL: no such user",
      "550 Greylisted: user unknown until later",
      "550 No such user here: policy rejection",
    ].map((said): [string, string, Expected] => ["RCPT TO", said, ours]),
    ...[
      "550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550-5.1.1 double-checking the recipient's email address for typos or\r\n550 5.1.1 unnecessary spaces.",
      "550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown in virtual mailbox table",
      "550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown in relay recipient table",
      "550 User unknown in relay recipient table",
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
      "550 5.1.1 <relay.limit@sender.example>: user unknown",
      "550 5.1.2 Host unknown (Name server: example.invalid: host not found)",
      "550 5.2.1 The email account that you tried to reach is disabled.",
      "550 5.1.1 Not our Customer",
      "550 5.1.1 unknown or illegal alias",
    ].map((said): [string, string, Expected] => ["RCPT TO", said, noMailbox]),
    ["DATA", "550 5.1.1 Message rejected as spam", badContent],
    [
      "RCPT TO",
      "550 Requested action not taken: mailbox unavailable",
      ["refused", "recipient", false],
    ],
  ])("words about us win over a code of no mailbox, to %s: %s", (command, said, expected) => {
    const [kind, fault, suppress] = expected;
    expect(judgeFailure(refused(command, said), "ada@example.org")).toMatchObject({
      ...{ kind, fault, suppress },
    });
  });

  test.each([
    ["a relay without SMTPUTF8", refused("RCPT TO", "501 5.1.3 Bad recipient address syntax")],
    ["its own code", refused("RCPT TO", "553 5.6.7 SMTPUTF8 is required")],
    ["nodemailer, before it asks the server", { code: "EENVELOPE", message: "not allowed" }],
  ])(
    "%s refuses an address that is not ASCII: it cannot be sent, and stays usable",
    (_case, error) => {
      const judged = judgeFailure(error, "jörg@example.org");
      expect(judged).toMatchObject({ kind: "refused", fault: "us", suppress: false });
    },
  );

  test("the stored problem is one short line without addresses", () => {
    const { problem } = judgeFailure(
      refused("RCPT TO", `550 5.1.1 <ada@example.org>\r\n${"x".repeat(900)}`),
      "ada@example.org",
    );
    expect(problem).toMatch(/^550 5\.1\.1/);
    expect(problem).not.toMatch(/ada|[\r\n]/);
    expect(problem.length).toBeLessThanOrEqual(300);
  });
});

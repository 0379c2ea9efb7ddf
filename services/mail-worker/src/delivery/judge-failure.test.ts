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
const unavailable: Expected = ["refused", "recipient", false];
const full: Expected = ["later", "recipient", false];

const rows =
  (command: string, expected: Expected) =>
  (said: string): [string, string, Expected] => [command, said, expected];

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
    ["an unknown user without an enhanced code", refused("RCPT TO", "550 user unknown"), noMailbox],
    ["an unknown user after the content", refused("DATA", "550 5.1.1 no such user"), noMailbox],
    ["a mailbox that has moved", refused("RCPT TO", "551 5.1.6 moved"), noMailbox],
    ["a disabled mailbox", refused("RCPT TO", "550 5.2.1 disabled"), noMailbox],
    ["a full mailbox", refused("RCPT TO", "552 5.2.2"), full],
    ["a full mailbox as 550", refused("DATA", "550 5.2.2 full"), full],
    ["a wrong address", refused("RCPT TO", "501 5.1.3 bad syntax"), unavailable],
    ["a list of addresses", { code: "EENVELOPE", message: "bad" }, unavailable],
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
      "550 5.2.1 The user you are trying to contact is receiving mail too quickly",
      "550 5.2.1 Too many messages for this mailbox",
      "550 5.1.1 Rejected, see https://www.spamhaus.org/query/ip/192.0.2.1",
      "550 5.7.1 Your account does not exist",
      "550 5.7.1 RESOLVER.RST.AuthRequired; authentication required",
      "550 5.7.606 Access denied, banned sending IP [192.0.2.1]",
      "554 5.4.1 Relay Access Denied",
      "554 5.7.1 <ada@example.org>: Recipient address rejected: Access denied",
      "550 5.7.1 <ada@example.org>... Relaying denied",
      "553 5.1.8 <bounces@polls.example>... Domain of sender address does not exist",
      "550 5.1.0 <ada@example.org>: Sender address rejected: Domain not found",
      "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
      "550-Verification failed for <bounces@polls.example>\r\n550-Unrouteable address\r\n550 Sender verify failed",
      "550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record",
      "550 Mailbox unavailable or access denied",
      "550 5.2.0 Mail rejete. Mail rejected. OFR_506 [506]",
      "550 5.7.1 Policy rejection on the target address",
      "554 5.7.1 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1",
      "550 csi.mimecast.org Poor Reputation Sender",
      "550 permanent failure for one or more recipients (ada@example.org:blocked)",
      "552 mailbox size limit exceeded",
      "550 Absenderadresse unbekannt",
      "550 Unknown host address",
      "550 Recipient refused: unknown error",
      "550 Recipient refused, connection closed",
      "550 5.7.1 Account disabled",
      "550 5.7.1 Your mail account has been closed",
      "550 Account suspended",
      "550 5.7.1 IP address not found in DNS",
      "550 From address does not exist",
      "501 Invalid recipient address",
    ].map(rows("RCPT TO", ours)),
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
      "550 5.1.1 <spam@example.org>: Recipient address rejected: User unknown",
      "550 5.1.1 virus@policy.example... User unknown",
      "550 <greylist@example.org>: no such user",
      "550 5.1.1 The user antispam@example.org does not exist",
      "550 5.1.1 User unknown; see https://antispam.example.org/help",
      "550 mx1.antispam.example says: user unknown",
      "550 5.2.1 <ada@example.org>... Addressee unknown, relay=[192.0.2.1]",
      "550 5.1.1 No such user. For spam complaints write to postmaster",
      "550 5.1.1 User unknown. Please check the address and try again",
      "550 5.1.0 <ada@example.org>: Recipient address rejected: User unknown in virtual alias table",
      "554 5.7.1 <ada@example.org>: Recipient address rejected: User unknown",
      "550 5.7.1 No such user!",
      "550 5.2.0 No such mailbox",
      "550 5.5.0 Utilisateur inconnu !",
      "550 5.5.0 Adresse d au moins un destinataire invalide. Invalid recipient. LPN204_416",
      "550 5.1.6 recipient no longer on server: ada@example.org",
      "550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550",
      "550 permanent failure for one or more recipients (ada@example.org:550 5.1.1 User unknown)",
      "550 The recipient may contain a non-existent account, please check the recipient address.",
      "550 Message was not accepted -- invalid mailbox. Local mailbox is unavailable: account is disabled",
      "550-Mailbox unknown. Either there is no mailbox associated with this\r\n550 name or you do not have authorization to see it.",
      "553 sorry, no mailbox here by that name",
      "550 No such user on this host",
      "550 User ada@example.org not listed in Domino Directory",
      "550 Recipient address rejected: Account Closed",
      "550 This address no longer accepts mail",
      "550 Unknown local part ada in <ada@example.org>",
      "550 Benutzer nicht bekannt",
      "550 Unbekannter Empfaenger",
      "550 Empfänger unbekannt",
      "550 Empf\ufffdnger existiert nicht",
    ].map(rows("RCPT TO", noMailbox)),
    ...[
      "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0]",
      "554 30 Sorry, your message cannot be delivered. This mailbox is disabled (554.30).",
      "552 1 Requested mail action aborted, mailbox not found",
    ].map(rows("DATA", noMailbox)),
    ...[
      "550 Requested action not taken: mailbox unavailable",
      "550 5.0.0 Mailbox unavailable",
      "550 5.1.0 Requested action not taken: mailbox unavailable",
      "550 5.2.0 Mailbox is unavailable",
      "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)",
      "550-Requested action not taken: mailbox unavailable\r\n550 For explanation visit https://postmaster.gmx.net/en/error-messages",
      "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)",
      "550 #5.1.0 Address rejected.",
      "550 Unrouteable address",
      "550 User suspended",
    ].map(rows("RCPT TO", unavailable)),
    ...["MAIL FROM", "RCPT TO", "DATA"].flatMap((command) =>
      [
        "552 5.3.4 Message size exceeds fixed limit",
        "552-5.2.3 Your message exceeded Google's message size limits",
        "550 5.2.3 refused",
        "554 Maximum email size exceeded",
        "552 Error: message too large",
      ].map(rows(command, badContent)),
    ),
    ...[
      "550 5.1.1 Message rejected as spam",
      "552-5.7.0 This message was blocked because its content presents a potential\r\n552 5.7.0 security issue.",
      "550 Mail content denied.",
      "554 Message refused: attachment of a forbidden type",
      "550 Maximum line length exceeded (see RFC 5322)",
    ].map(rows("DATA", badContent)),
    ...[
      "554 5.7.1 [HM08] Message rejected due to local policy",
      "550-5.7.28 There is an unusual rate of unsolicited mail originating from your IP address.",
      "550 5.7.1 Rejected: DKIM signature missing",
    ].map(rows("DATA", ours)),
    ["MAIL FROM", "550 5.1.1 User unknown", ours],
  ])("the code and the words tell whose fault it is, to %s: %s", (command, said, expected) => {
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

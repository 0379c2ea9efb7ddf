import { startScriptedSmtp } from "@polls/testing";
import { bounceAddress } from "../delivery/address-message";
import { type MailRoom, openMailRoom } from "../testing/mail-room";
import { readBounce } from "./read-bounce";
import { takeBounce } from "./take-bounce";

let room: MailRoom;
beforeAll(async () => {
  room = await openMailRoom((await startScriptedSmtp()).url, {
    MAIL_BOUNCES: "bounces@example.org",
  });
});
afterAll(() => room.close());

const key = () => room.deps.settings.keys.mailLinks;
const now = new Date("2030-06-15T13:00:00Z");

const report = (to: string, status = "5.1.1", action = "failed") =>
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
    "  no such user",
    "--b--",
  ].join("\r\n");

test.each<[string, string, boolean]>([
  ["an unknown mailbox: nothing more goes there", "5.1.1", true],
  ["a policy: only this mail came back", "5.7.1", false],
])("%s", async (_case, status, suppressed) => {
  const { id, address, poll } = await room.buildOptInMail();
  await room.run(id);
  expect(await room.stateOf(id)).toBe("sent");
  const to = bounceAddress("bounces@example.org", id, key());
  expect(await takeBounce(room.db, report(to, status), key(), now)).toBe(true);
  const mail = await room.db.prisma.mail.findUniqueOrThrow({ where: { id } });
  expect(mail.state).toBe("bounced");
  expect(mail.problem).toContain("no such user");
  expect(mail.problem).not.toContain("ada@");
  const again = await room.buildOptInMail({ poll, address });
  await room.run(again.id);
  expect(await room.stateOf(again.id)).toBe(suppressed ? "bounced" : "sent");
});

describe("is no bounce of ours", () => {
  const to = () => bounceAddress("bounces@example.org", 7n, key());
  test.each<[string, () => string]>([
    ["a delay", () => report(to(), "4.4.7", "delayed")],
    ["a temporary status", () => report(to(), "4.2.2")],
    ["an automatic reply", () => `To: ${to()}\r\nSubject: I am away\r\n\r\nUntil Monday.`],
    ["a made-up tag", () => report("bounces+7-00000000000000000000@example.org")],
    ["another mail's tag", () => report(to().replace("+7-", "+8-"))],
    ["an ordinary address", () => report("bounces@example.org")],
    ["nothing", () => ""],
  ])("%s", (_case, source) => {
    expect(readBounce(source(), key())).toBeUndefined();
  });
});

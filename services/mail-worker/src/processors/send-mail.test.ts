// Covers docs/reference/mails.md: delivery, kinds, order
// Covers docs/reference/participants.md: invitations
// Covers docs/reliability.md: killed-processes, mail-server-failures

import { connectDatabase } from "@polls/db/connection";
import { claimInvitedAddresses } from "@polls/db/participants";
import { inTransaction } from "@polls/db/sql";
import { addressKey, invitationCode, linkDigest, newPublicId } from "@polls/db/tokens";
import { foldAddress } from "@polls/domain/opt-ins";
import {
  buildPoll,
  metricValue,
  type SmtpFault,
  type SmtpScript,
  type SmtpStep,
  startFaultProxy,
  waitFor,
} from "@polls/testing";
import { shareMails, start } from "../../testing/share-mails";
import { addressKeysOf } from "../deps";

const HOUR_MS = 3_600_000;

let script: NonNullable<SmtpScript["script"]>;
const { smtp, fixture } = shareMails({ MAIL_BOUNCES: "bounces@example.org" }, (step, recipient) =>
  script(step, recipient),
);
beforeEach(() => {
  script = () => undefined;
});

/** Deviates in the first `times` conversations that reach a step. */
const atFirst = (times: number, at: SmtpStep, fault: SmtpFault) => {
  let left = times;
  script = (step) => (step === at && left-- > 0 ? fault : undefined);
};
const mailsTo = (address: string) => smtp.taken.filter(({ to }) => to.includes(address));

// Settings: publisher, publisher_email, publisher_info
test("a mail is sent to one address, with the required headers and text", async () => {
  const { id, address, link } = await fixture.buildOptInMail({
    settings: {
      publisher: "The club",
      publisher_email: "club@example.org",
      publisher_info: "Main street 1",
    },
  });
  await fixture.run(id);
  expect(await fixture.stateOf(id)).toBe("sent");
  const [taken] = mailsTo(address);
  expect(taken?.to).toEqual([address]);
  expect(taken?.from).toMatch(new RegExp(`^bounces\\+${id}-[0-9a-f]{20}@example\\.org$`));
  expect(taken?.mail.to).toEqual([{ name: "", address }]);
  expect(taken?.mail.from).toEqual({ name: "Polls", address: "polls@example.org" });
  expect(taken?.mail.subject).toBe("Please confirm your participation: Where do we eat?");
  expect(taken?.mail.messageId).toBe(
    `<mail-${id}.${new Date(start).getTime().toString(36)}@example.org>`,
  );
  const headers = new Map(taken?.mail.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("auto-submitted")).toBe("auto-generated");
  expect(headers.has("list-unsubscribe")).toBe(false);
  for (const part of [taken?.mail.text, taken?.mail.html]) {
    expect(part).toContain(link);
    expect(part).toContain("If this was not you");
    expect(part).toContain("The club, club@ example. org");
    expect(part).toContain("Main street 1");
  }
  expect(taken?.mail.html?.match(/<a /g)).toHaveLength(2);
  expect(taken?.mail.html).not.toMatch(/<img|<script|url\(|src=/i);
});

test("a second run of the same job sends nothing", async () => {
  const { id, address } = await fixture.buildOptInMail();
  await fixture.run(id);
  await fixture.run(id);
  expect(mailsTo(address)).toHaveLength(1);
});

test("each finished mail counts for the queue order of the others", async () => {
  const { prisma } = fixture.db;
  const served = async () =>
    (await prisma.uploadRound.findUniqueOrThrow({ where: { queue: "mail" } })).served;
  const before = await served();
  const sent = await fixture.buildOptInMail();
  await fixture.run(sent.id);
  await fixture.run(sent.id);
  expect(await served()).toBe(before + 1n);
  const gone = await fixture.buildOptInMail();
  await prisma.poll.update({ where: { id: gone.poll.id }, data: { deletedAt: new Date() } });
  await fixture.run(gone.id);
  expect(await served()).toBe(before + 2n);
  atFirst(1, "rcpt", { code: 451, text: "4.7.1 try again" });
  const later = await fixture.buildOptInMail();
  await fixture.run(later.id).catch(() => undefined);
  expect(await served()).toBe(before + 2n);
});

describe("a mail that the server refuses temporarily is sent in a later attempt", () => {
  test.each<[string, SmtpStep, SmtpFault]>([
    ["no service", "connect", { code: 421, text: "4.3.2 later" }],
    ["a refused greeting", "connect", { code: 554, text: "5.3.2 not now" }],
    [
      "a refused sender: a problem of the configuration",
      "mail",
      { code: 550, text: "5.7.1 who are you" },
    ],
    ["greylisting", "rcpt", { code: 451, text: "4.7.1 try again" }],
    ["a full disk", "rcpt", { code: 452, text: "4.3.1 full" }],
    ["a full mailbox", "rcpt", { code: 552, text: "5.2.2 full" }],
    ["a relay that may not send", "rcpt", { code: 554, text: "5.7.1 relay access denied" }],
    ["our daily limit", "data", { code: 550, text: "5.4.5 daily limit" }],
    ["a busy server after the content", "data", { code: 451, text: "4.3.0 later" }],
  ])("%s", async (_case, step, fault) => {
    const { id, address } = await fixture.buildOptInMail();
    fixture.reconnect();
    atFirst(1, step, fault);
    await expect(fixture.run(id)).rejects.toThrow("the mail was not taken");
    expect(await fixture.stateOf(id)).toBe("queued");
    await fixture.run(id);
    expect([await fixture.stateOf(id), mailsTo(address).length]).toEqual(["sent", 1]);
  });
});

describe("a mail that the server refuses permanently fails without another attempt", () => {
  test.each<[string, SmtpStep, SmtpFault, boolean]>([
    ["an unknown user", "rcpt", { code: 550, text: "5.1.1 no such user" }, true],
    ["a closed mailbox", "rcpt", { code: 550, text: "mailbox closed" }, true],
    ["a large message", "data", { code: 552, text: "5.3.4 too big" }, false],
    ["spam, after the content", "data", { code: 554, text: "5.7.1 spam" }, false],
  ])("%s", async (_case, step, fault, suppressed) => {
    const { id, address, poll } = await fixture.buildOptInMail();
    atFirst(1, step, fault);
    await fixture.run(id);
    const mail = await fixture.db.prisma.mail.findUniqueOrThrow({ where: { id } });
    expect([mail.state, mail.problem]).toEqual([
      "failed",
      expect.stringContaining(String((fault as { code: number }).code)),
    ]);
    expect(mail.problem).not.toContain(address);
    const again = await fixture.buildOptInMail({ poll, address });
    await fixture.run(again.id);
    expect(await fixture.stateOf(again.id)).toBe(suppressed ? "bounced" : "sent");
    const kept = await fixture.db.prisma.suppressedAddress.count({
      where: { address: foldAddress(address) },
    });
    expect(kept).toBe(suppressed ? 1 : 0);
  });
});

test("after a broken connection, the mail is sent again with the same Message-ID and link", async () => {
  const { id, address, link } = await fixture.buildOptInMail();
  atFirst(1, "data", "drop");
  await expect(fixture.run(id)).rejects.toThrow("the mail was not taken");
  await fixture.run(id);
  const copies = mailsTo(address);
  expect(copies).toHaveLength(2);
  expect(new Set(copies.map(({ mail }) => mail.messageId)).size).toBe(1);
  for (const { mail } of copies) expect(mail.text).toContain(link);
});

test("while the database is away, no mail is sent but those whose content was on its way", async () => {
  const connections = 4;
  const link = await startFaultProxy(fixture.databaseUrl);
  const db = connectDatabase(link.url, { max: 8 });
  const poll = await buildPoll(fixture.db, { settings: { double_opt_in: true } });
  const mails: { readonly id: bigint }[] = [];
  while (mails.length < 2 * connections) mails.push(await fixture.buildOptInMail({ poll }));
  let onTheirWay = 0;
  script = async (step) => {
    if (step !== "data") return undefined;
    onTheirWay += 1;
    if (onTheirWay === connections) await link.set({ mode: "reset" });
    await waitFor(() => onTheirWay >= connections, { what: "all connections to be in use" });
    return undefined;
  };
  const before = smtp.taken.length;
  await Promise.allSettled(mails.map(({ id }) => fixture.run(id, { db })));
  await db.close();
  await link.close();
  expect(smtp.taken.length - before).toBe(connections);
  for (const { id } of mails) await fixture.run(id);
  expect(smtp.taken.length - before).toBe(mails.length + connections);
});

test("a mail that the server still defers in the last run fails", async () => {
  const { id } = await fixture.buildOptInMail();
  script = (step) => (step === "rcpt" ? { code: 451, text: "4.7.1 later" } : undefined);
  await expect(fixture.run(id)).rejects.toThrow("later");
  expect(await fixture.stateOf(id)).toBe("queued");
  await fixture.run(id, { isLast: true });
  expect(await fixture.stateOf(id)).toBe("failed");
});

test("a mail that waits says why, and whose fault it is, until it is sent", async () => {
  const { id } = await fixture.buildOptInMail();
  atFirst(1, "rcpt", { code: 530, text: "5.7.0 authentication required" });
  await expect(fixture.run(id)).rejects.toThrow("the mail was not taken");
  const find = () => fixture.db.prisma.mail.findUniqueOrThrow({ where: { id } });
  expect(await find()).toMatchObject({
    state: "queued",
    fault: "us",
    problem: "530 5.7.0 authentication required",
  });
  await fixture.run(id);
  expect(await find()).toMatchObject({ state: "sent", fault: null, problem: null });
});

test.each<[string, SmtpFault | undefined, boolean]>([
  ["was sent", undefined, false],
  ["failed", { code: 550, text: "5.1.1 no such user" }, true],
])("an address whose invitation %s may be invited again: %s", async (_case, fault, isAllowed) => {
  const { db, deps } = fixture;
  const poll = await buildPoll(db);
  const address = `${newPublicId().toLowerCase().replace(/\W/g, "")}@example.org`;
  const { signing } = await addressKeysOf(db, deps.settings);
  const claim = async () => {
    const key = addressKey(signing, "invited", address);
    return (await inTransaction(db, (tx) => claimInvitedAddresses(tx, poll.id, [key])))[0];
  };
  expect(await claim()).toBe(true);
  const publicId = newPublicId();
  const code = invitationCode(publicId, deps.settings.keys.invitations.signing);
  const { mail } = await db.prisma.invitation.create({
    data: {
      publicId,
      pollId: poll.id,
      email: address,
      codeDigest: linkDigest(code),
      mail: { create: { kind: "invitation", address, language: "en" } },
    },
    select: { mail: { select: { id: true } } },
  });
  if (fault !== undefined) atFirst(1, "rcpt", fault);
  await fixture.run(mail?.id ?? 0n);
  expect(await fixture.stateOf(mail?.id ?? 0n)).toBe(fault === undefined ? "sent" : "failed");
  expect(await claim()).toBe(isAllowed);
});

test("a mail that waited for days, as in a paused queue, is retried after its first failure", async () => {
  const { id, address } = await fixture.buildOptInMail();
  fixture.clock.advance(3 * 24 * HOUR_MS);
  atFirst(1, "rcpt", { code: 451, text: "4.7.1 later" });
  await expect(fixture.run(id)).rejects.toThrow("the mail was not taken");
  await fixture.run(id);
  expect([await fixture.stateOf(id), mailsTo(address).length]).toEqual(["sent", 1]);
});

describe("an outdated mail is not sent", () => {
  test.each<
    [string, (mail: Awaited<ReturnType<(typeof fixture)["buildOptInMail"]>>) => Promise<unknown>]
  >([
    [
      "its participant is confirmed",
      ({ participantId }) =>
        fixture.db.prisma.participant.update({
          where: { id: participantId },
          data: { confirmedAt: new Date() },
        }),
    ],
    [
      "its participant is deleted",
      ({ participantId }) => fixture.db.prisma.participant.delete({ where: { id: participantId } }),
    ],
    [
      "its poll is deleted",
      ({ poll }) =>
        fixture.db.prisma.poll.update({ where: { id: poll.id }, data: { deletedAt: new Date() } }),
    ],
    [
      "its address was corrected",
      ({ participantId }) =>
        fixture.db.prisma.optIn.updateMany({
          where: { participantId },
          data: { endedAt: new Date() },
        }),
    ],
    ["its link has expired", async () => fixture.clock.advance(8 * 24 * HOUR_MS)],
  ])("%s", async (_case, change) => {
    const mail = await fixture.buildOptInMail();
    await change(mail);
    await fixture.run(mail.id);
    expect(mailsTo(mail.address)).toHaveLength(0);
    expect(await fixture.stateOf(mail.id)).toBeUndefined();
  });
});

test("a mail to an address that takes part already says so, and its link confirms nothing", async () => {
  const first = await fixture.buildOptInMail({ address: "Taken@example.org" });
  await fixture.db.prisma.optIn.updateMany({
    where: { participantId: first.participantId },
    data: { confirmedAt: new Date() },
  });
  const second = await fixture.buildOptInMail({
    poll: first.poll,
    address: "taken@example.org",
    language: "de",
  });
  await fixture.run(second.id);
  const [taken] = mailsTo("taken@example.org");
  expect(taken?.mail.subject).toBe("Sie nehmen bereits teil: Where do we eat?");
  for (const part of [taken?.mail.text, taken?.mail.html]) {
    expect(part).not.toContain("/opt-in/");
    expect(part).toContain("bestätigt nichts");
  }
});

test("an aborted run sends nothing", async () => {
  const { id, address } = await fixture.buildOptInMail();
  const signal = AbortSignal.abort(new Error("the process ends"));
  await expect(fixture.run(id, { signal })).rejects.toThrow("the process ends");
  expect(mailsTo(address)).toHaveLength(0);
});

test("finished mails are counted once by kind and state", async () => {
  const counted = async (state: string) => {
    const { body } = await fixture.deps.metrics.text();
    return metricValue(body, "mails_settled_total", { kind: "opt_in", state }) ?? 0;
  };
  const states = ["sent", "failed", "withdrawn"];
  const counts = () => Promise.all(states.map(counted));
  const before = await counts();
  const sent = await fixture.buildOptInMail();
  await fixture.run(sent.id);
  await fixture.run(sent.id);
  atFirst(1, "rcpt", { code: 550, text: "5.1.1 no such user" });
  await fixture.run((await fixture.buildOptInMail()).id);
  const gone = await fixture.buildOptInMail();
  await fixture.db.prisma.poll.update({
    where: { id: gone.poll.id },
    data: { deletedAt: new Date() },
  });
  await fixture.run(gone.id);
  const after = await counts();
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1]);
});

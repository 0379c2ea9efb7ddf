// Covers docs/reference/mails.md: texts-of-users
// Covers docs/reliability.md: mail-injection

import { randomBytes } from "node:crypto";
import { invitationCode, linkDigest, newLink, newPublicId } from "@polls/db/tokens";
import type { MailKind } from "@polls/domain/mails";
import { mailKinds } from "@polls/domain/mails";
import { languages } from "@polls/markup";
import {
  buildAccount,
  buildComment,
  buildOption,
  buildParticipant,
  buildPoll,
} from "@polls/testing";
import { shareMails } from "../../testing/share-mails";

const address = "victim@example.net";
const hour = 3_600_000;

const { smtp, fixture, keys, sent } = shareMails();
const unsubscribeNonce = () => newLink(keys().mailLinks.signing, "unsubscribe", address).nonce;

/**
 * Headers, markup, and every form of address that mail programs turn into a link, plain and
 * obfuscated.
 */
const hostileTexts = {
  markup: [
    "Win\r\nBcc: evil@evil.example\r\n\r\n<h1>now</h1>",
    `"><a href="https://evil.example/a">here</a><img src=x onerror=alert(1)> %s {{title}} &#46;`,
  ],
  addresses: [
    "https://evil.example/b http://192.0.2.1/c HTTPS://EVIL.EXAMPLE www.evil.example evil.example/d 192.0.2.1",
    "mailto:evil@evil.example tel:+49900 javascript:alert(1) \\\\evil\\share //evil.example",
  ],
  "hidden addresses": [
    "ev\u200bil.ex\u00adample ev\u2060il\u2060.\u2060example evil。example ｅｖｉｌ．ｅｘａｍｐｌｅ evil\u202e.example",
    "https\u200b://evil.example \u202egnol\u202c \u2066x\u2069 👨‍👩‍👧 ＠ evil＠evil.example",
  ],
  "a long text": ["https://evil.example ", "a".repeat(5_000)],
} as const;

type HostileText = keyof typeof hostileTexts;

const hostilePoll = (hostile: string, settings: object = {}) =>
  buildPoll(fixture.db, {
    title: hostile,
    settings: {
      publisher: hostile,
      publisher_email: "evil@evil.example",
      publisher_info: hostile,
      ...settings,
    },
  });

const buildMembership = async (hostile: string) => {
  const inviter = await buildAccount(fixture.db, { name: hostile });
  const { nonce, digest } = newLink(keys().mailLinks.signing, "membership", address);
  const { id: memberInvitationId } = await fixture.db.prisma.memberInvitation.create({
    data: {
      organization: { create: { publicId: newPublicId(), name: hostile } },
      inviter: { connect: { id: inviter.id } },
      role: "member",
      tokenDigest: digest,
      expiresAt: new Date(fixture.clock.now().getTime() + hour / 2),
    },
  });
  return { nonce, memberInvitationId };
};

const buildSignIn = async (hostile: string, purpose: "sign_in" | "sign_up") => {
  const account = await buildAccount(fixture.db);
  const { nonce, digest } = newLink(keys().mailLinks.signing, purpose, address);
  const expiresAt = new Date(fixture.clock.now().getTime() + hour / 2);
  const signIn = await fixture.db.prisma.signIn.create({
    data: {
      accountId: account.id,
      tokenDigest: digest,
      expiresAt,
      draft: { create: { title: hostile, body: {}, requestKey: "x", expiresAt } },
    },
  });
  return { nonce, signInId: signIn.id };
};

/** A notice to a participant with a confirmed address. */
async function noticeTo(
  poll: Awaited<ReturnType<typeof hostilePoll>>,
  facts: { readonly kind: string; readonly optionId?: bigint },
) {
  const confirmedAt = fixture.clock.now();
  const participant = await buildParticipant(fixture.db, poll, {
    optinEmail: address,
    confirmedAt,
  });
  const data = { pollId: poll.id, ...facts };
  const { id } = await fixture.db.prisma.pollNotice.create({ data });
  return { pollNoticeId: id, participantId: participant.id };
}

/** A decision on one date, which holds or is canceled. */
async function decided(hostile: string, kind: "decision" | "decision_canceled") {
  const option_type = "Options::DateOption";
  const poll = await hostilePoll(hostile, { option_type });
  const { id: pollId } = poll;
  const data = { location: hostile, description: hostile };
  await fixture.db.prisma.poll.update({ where: { id: pollId }, data });
  const startDate = new Date("2030-06-20T00:00:00Z");
  const facts = { content: hostile, type: option_type, startDate } as const;
  const { id: optionId } = await buildOption(fixture.db, poll, facts);
  const since = fixture.clock.now();
  const canceled = kind === "decision_canceled";
  await fixture.db.prisma.decision.create({
    data: { pollId, changedAt: since, decidedAt: canceled ? null : since, reopens: true },
  });
  await fixture.db.prisma.decidedDate.create({
    data: { uid: newPublicId(), pollId, optionId, sequence: 0, canceled },
  });
  return { ...(await noticeTo(poll, { kind })), since };
}

/** The facts for each kind of mail, with hostile texts wherever users write texts. */
const factsOf: { readonly [Kind in MailKind]: (hostile: string) => Promise<object> } = {
  async opt_in(hostile) {
    const poll = await hostilePoll(hostile, { double_opt_in: true });
    const { id, participantId } = await fixture.buildOptInMail({ poll, address });
    await fixture.db.prisma.participant.update({
      where: { id: participantId },
      data: { userName: hostile },
    });
    const option = await buildOption(fixture.db, poll, { content: hostile });
    const vote = { pollId: poll.id, participantId, optionId: option.id };
    await fixture.db.prisma.heldVote.createMany({
      data: [
        { ...vote, publicId: newPublicId(), type: "Votes::TextVote", text: hostile },
        {
          ...vote,
          publicId: newPublicId(),
          type: "Votes::BooleanVote",
          value: 1,
          votingCategoryId: 1,
        },
      ],
    });
    const { optInId, nonce } = await fixture.db.prisma.mail.delete({ where: { id } });
    return { optInId, nonce };
  },
  async creator(hostile) {
    const { id: pollId } = await hostilePoll(hostile);
    await fixture.db.prisma.poll.update({
      where: { id: pollId },
      data: { creatorEmail: address },
    });
    const { nonce, digest } = newLink(keys().mailLinks.signing, "creator", address);
    const expiresAt = new Date(fixture.clock.now().getTime() + hour);
    const { id } = await fixture.db.prisma.creatorLink.create({
      data: { pollId, address, tokenDigest: digest, expiresAt },
    });
    return { creatorLinkId: id, nonce };
  },
  async invitation(hostile) {
    const { id: pollId } = await hostilePoll(hostile);
    const publicId = newPublicId();
    const code = invitationCode(publicId, keys().invitations.signing);
    const { id } = await fixture.db.prisma.invitation.create({
      data: { publicId, pollId, codeDigest: linkDigest(code), jury: true, message: hostile },
    });
    return { invitationId: id };
  },
  async personal_link(hostile) {
    const poll = await hostilePoll(hostile);
    const { id } = await buildParticipant(fixture.db, poll, { userName: hostile });
    return { participantId: id };
  },
  async new_options(hostile) {
    const poll = await hostilePoll(hostile, { notify_new_options: true });
    await fixture.db.prisma.poll.update({
      where: { id: poll.id },
      data: { creatorEmail: address },
    });
    const [expiresAt, confirmedAt] = [fixture.clock.now(), fixture.clock.now()];
    await fixture.db.prisma.creatorLink.create({
      data: {
        pollId: poll.id,
        address,
        tokenDigest: linkDigest(newPublicId()),
        expiresAt,
        confirmedAt,
      },
    });
    await buildOption(fixture.db, poll, { content: hostile, authorName: hostile });
    await buildOption(fixture.db, poll, { content: hostile });
    return { pollId: poll.id, since: new Date(0), nonce: unsubscribeNonce() };
  },
  async comments(hostile) {
    const poll = await hostilePoll(hostile, { allow_comments: true });
    const option = await buildOption(fixture.db, poll, { content: hostile });
    const participant = await buildParticipant(fixture.db, poll, { userName: hostile });
    await buildComment(fixture.db, option, participant, { content: hostile });
    const { id } = await fixture.db.prisma.commentNotice.create({
      data: { pollId: poll.id, optionId: option.id, dueAt: fixture.clock.now() },
    });
    return { commentNoticeId: id, since: new Date(0), nonce: unsubscribeNonce() };
  },
  async votes(hostile) {
    const poll = await hostilePoll(hostile, { notify_votes: "daily" });
    const data = { pollId: poll.id, kind: "votes", ballots: 3, fresh: 2 };
    const { id } = await fixture.db.prisma.pollNotice.create({ data });
    return { pollNoticeId: id, nonce: unsubscribeNonce() };
  },
  async result(hostile) {
    const poll = await hostilePoll(hostile, {
      notify_result: true,
      deadline_voting: "2000-01-01T00:00:00Z",
    });
    return noticeTo(poll, { kind: "result" });
  },
  async moved_up(hostile) {
    const poll = await hostilePoll(hostile, { participant_limit: 1 });
    const { participantId } = await noticeTo(poll, { kind: "moved_up" });
    return { participantId };
  },
  async state_change(hostile) {
    const poll = await hostilePoll(hostile, {
      notify_state_changes: true,
      state_labels: { done: hostile },
    });
    const { id } = await buildOption(fixture.db, poll, {
      content: hostile,
      state: "done",
      stateChangeMessage: hostile,
    });
    return noticeTo(poll, { kind: "state_change", optionId: id });
  },
  async reminder(hostile) {
    const { id: pollId } = await hostilePoll(hostile);
    const publicId = newPublicId();
    const code = invitationCode(publicId, keys().invitations.signing);
    await fixture.db.prisma.invitation.create({
      data: { publicId, pollId, codeDigest: linkDigest(code), email: address },
    });
    await fixture.db.prisma.reminder.create({
      data: { pollId, message: hostile, createdAt: fixture.clock.now() },
    });
    const notice = await fixture.db.prisma.pollNotice.create({
      data: { pollId, kind: "reminder" },
    });
    return { pollNoticeId: notice.id };
  },
  decision: (hostile) => decided(hostile, "decision"),
  decision_canceled: (hostile) => decided(hostile, "decision_canceled"),
  async deletion(hostile) {
    const poll = await hostilePoll(hostile, { deadline_voting: "2000-01-01T00:00:00Z" });
    const toldAt = fixture.clock.now();
    const deletesAt = new Date(toldAt.getTime() + hour);
    const { id } = await fixture.db.prisma.pollNotice.create({
      data: { pollId: poll.id, kind: "deletion", toldAt, deletesAt },
    });
    return { pollNoticeId: id, since: toldAt };
  },
  sign_in: (hostile) => buildSignIn(hostile, "sign_in"),
  sign_up: (hostile) => buildSignIn(hostile, "sign_up"),
  membership: buildMembership,
  async passkey_added(hostile) {
    const { id: accountId } = await buildAccount(fixture.db);
    const since = fixture.clock.now();
    await fixture.db.prisma.passkey.create({
      data: {
        ...{ accountId, publicId: newPublicId(), name: hostile, host: "polls.example" },
        ...{ credentialId: randomBytes(16), publicKey: randomBytes(77), counter: 0 },
        createdAt: since,
      },
    });
    return { accountId, since };
  },
  async account_refused(hostile) {
    const { id: accountId } = await buildAccount(fixture.db);
    const [createdAt, updatedAt] = [fixture.clock.now(), fixture.clock.now()];
    const data = { accountId, token: newPublicId(), state: "restricted", refusal: hostile };
    await fixture.db.prisma.connectedAccount.create({ data: { ...data, createdAt, updatedAt } });
    return { accountId };
  },
};

/** Their mails have the message of an organizer, which may be longer. */
const hasMessage: readonly MailKind[] = ["invitation", "reminder"];

/** Links of the service itself. */
const ours = /https:\/\/polls\.example(?:\/[\w-]+)*\/?(?:\?invitation=[\w-]+|#continue=[\w-]+)?/g;
/** Shortens a text and removes parts that differ between runs. */
const brief = (text: string) =>
  text
    .replace(ours, (link) => `<${link.split("/")[3]}>`)
    .replace(/a{20,}/g, (letters) => `<${letters.length} letters>`);

/** Matches everything that any mail program turns into a link, and more. */
const linked = [
  /[a-z][a-z\d+.-]*:\/\/\S/iu,
  /\b(?:mailto|tel|sms|javascript|data):\S/iu,
  /\bwww[.。．｡]\S/iu,
  /\S[@＠]\S/u,
  /[\p{L}\p{N}-][.。．｡]\p{L}[\p{L}\p{M}]/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\\\\\w|\/\/\w/,
];

const visible = (html: string) =>
  html
    .replace(/^[\s\S]*?<body/, "<body")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|amp|#39);/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const cases = (Object.keys(hostileTexts) as HostileText[]).flatMap((name) =>
  languages.map((language) => [name, language] as const),
);

describe.each(Object.keys(mailKinds) as MailKind[])("a mail of kind %s", (kind) => {
  test.each(cases)("with %s has no link and no header of a user (%s)", async (name, language) => {
    const facts = await factsOf[kind](hostileTexts[name].join(" "));
    const before = smtp.taken.length;
    const { mail } = await sent({ kind, address, language, ...facts });
    const { subject = "", text = "", html = "" } = mail ?? {};
    const { to, source = "" } = smtp.taken[before] ?? {};
    expect([smtp.taken.length, to]).toEqual([before + 1, [address]]);
    const head = source.split("\r\n\r\n")[0] ?? "";
    expect(head.match(/^(?:to|cc|bcc|subject|from):/gim)?.sort()).toEqual([
      "From:",
      "Subject:",
      "To:",
    ]);

    const said = [subject, text, visible(html)].map((part) => part.replace(ours, ""));
    for (const part of said) {
      for (const link of linked) expect(part).not.toMatch(link);
      expect(part).not.toMatch(/[\p{Cs}\u202a-\u202e\u2066-\u2069\u200b\u00ad\u2060]/u);
      expect(part).not.toContain("a".repeat(hasMessage.includes(kind) ? 500 : 300));
    }
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<(?:img|script|h1>now|a href="(?!https:\/\/polls\.example\/))/i);
    expect([subject, text, visible(html)].map((part) => brief(part).split("\n"))).toMatchSnapshot();
  });
});

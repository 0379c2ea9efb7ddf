import { randomBytes } from "node:crypto";
import { invitationCode, linkDigest, newLink, newPublicId } from "@polls/db/tokens";
import type { MailKind } from "@polls/domain/mails";
import {
  buildAccount,
  buildComment,
  buildOption,
  buildParticipant,
  buildPoll,
} from "@polls/testing";
import type { MailFixture } from "./mail-fixture";

const hour = 3_600_000;

/** Stores what a mail of each kind to an address tells, with a text wherever users write texts. Resolves to its facts. */
export function mailFacts(
  fixture: Pick<MailFixture, "db" | "clock" | "deps" | "buildOptInMail">,
  address: string,
): { readonly [Kind in MailKind]: (text: string) => Promise<object> } {
  const keys = () => fixture.deps.settings.keys;
  const unsubscribeNonce = () => newLink(keys().mailLinks.signing, "unsubscribe", address).nonce;

  const pollWith = (text: string, settings: object = {}) =>
    buildPoll(fixture.db, {
      title: text,
      settings: {
        publisher: text,
        publisher_email: "evil@evil.example",
        publisher_info: text,
        ...settings,
      },
    });

  const buildMembership = async (text: string) => {
    const inviter = await buildAccount(fixture.db, { name: text });
    const { nonce, digest } = newLink(keys().mailLinks.signing, "membership", address);
    const { id: memberInvitationId } = await fixture.db.prisma.memberInvitation.create({
      data: {
        organization: { create: { publicId: newPublicId(), name: text } },
        inviter: { connect: { id: inviter.id } },
        role: "member",
        tokenDigest: digest,
        expiresAt: new Date(fixture.clock.now().getTime() + hour / 2),
      },
    });
    return { nonce, memberInvitationId };
  };

  const buildSignIn = async (text: string, purpose: "sign_in" | "sign_up") => {
    const account = await buildAccount(fixture.db);
    const { nonce, digest } = newLink(keys().mailLinks.signing, purpose, address);
    const expiresAt = new Date(fixture.clock.now().getTime() + hour / 2);
    const signIn = await fixture.db.prisma.signIn.create({
      data: {
        accountId: account.id,
        tokenDigest: digest,
        expiresAt,
        draft: { create: { title: text, body: {}, requestKey: "x", expiresAt } },
      },
    });
    return { nonce, signInId: signIn.id };
  };

  /** A notice to a participant with a confirmed address, whose name is the text. */
  async function noticeTo(
    text: string,
    poll: Awaited<ReturnType<typeof pollWith>>,
    facts: { readonly kind: string; readonly optionId?: bigint },
  ) {
    const confirmedAt = fixture.clock.now();
    const participant = await buildParticipant(fixture.db, poll, {
      optinEmail: address,
      confirmedAt,
      userName: text,
    });
    const data = { pollId: poll.id, ...facts };
    const { id } = await fixture.db.prisma.pollNotice.create({ data });
    return { pollNoticeId: id, participantId: participant.id };
  }

  /** A decision on one date, which holds or is canceled. */
  async function decided(text: string, kind: "decision" | "decision_canceled") {
    const option_type = "Options::DateOption";
    const poll = await pollWith(text, { option_type });
    const { id: pollId } = poll;
    const data = { location: text, description: text };
    await fixture.db.prisma.poll.update({ where: { id: pollId }, data });
    const startDate = new Date("2030-06-20T00:00:00Z");
    const facts = { content: text, type: option_type, startDate } as const;
    const { id: optionId } = await buildOption(fixture.db, poll, facts);
    const since = fixture.clock.now();
    const canceled = kind === "decision_canceled";
    await fixture.db.prisma.decision.create({
      data: { pollId, changedAt: since, decidedAt: canceled ? null : since, reopens: true },
    });
    await fixture.db.prisma.decidedDate.create({
      data: { uid: newPublicId(), pollId, optionId, sequence: 0, canceled },
    });
    return { ...(await noticeTo(text, poll, { kind })), since };
  }

  return {
    async opt_in(text) {
      const poll = await pollWith(text, { double_opt_in: true });
      const { id, participantId } = await fixture.buildOptInMail({ poll, address });
      await fixture.db.prisma.participant.update({
        where: { id: participantId },
        data: { userName: text },
      });
      const option = await buildOption(fixture.db, poll, { content: text });
      const vote = { pollId: poll.id, participantId, optionId: option.id };
      await fixture.db.prisma.heldVote.createMany({
        data: [
          { ...vote, publicId: newPublicId(), type: "Votes::TextVote", text: text },
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
    async creator(text) {
      const { id: pollId } = await pollWith(text);
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
    async invitation(text) {
      const { id: pollId } = await pollWith(text, { jury_mode: true });
      const publicId = newPublicId();
      const code = invitationCode(publicId, keys().invitations.signing);
      const { id } = await fixture.db.prisma.invitation.create({
        data: { publicId, pollId, codeDigest: linkDigest(code), jury: true, message: text },
      });
      return { invitationId: id };
    },
    async personal_link(text) {
      const poll = await pollWith(text);
      const { id } = await buildParticipant(fixture.db, poll, { userName: text });
      return { participantId: id };
    },
    async new_options(text) {
      const poll = await pollWith(text, { notify_new_options: true });
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
      await buildOption(fixture.db, poll, { content: text, authorName: text });
      await buildOption(fixture.db, poll, { content: text });
      return { pollId: poll.id, since: new Date(0), nonce: unsubscribeNonce() };
    },
    async comments(text) {
      const poll = await pollWith(text, { allow_comments: true });
      const option = await buildOption(fixture.db, poll, { content: text });
      const participant = await buildParticipant(fixture.db, poll, { userName: text });
      await buildComment(fixture.db, option, participant, { content: text });
      const { id } = await fixture.db.prisma.commentNotice.create({
        data: { pollId: poll.id, optionId: option.id, dueAt: fixture.clock.now() },
      });
      return { commentNoticeId: id, since: new Date(0), nonce: unsubscribeNonce() };
    },
    async votes(text) {
      const poll = await pollWith(text, { notify_votes: "daily" });
      const data = { pollId: poll.id, kind: "votes", ballots: 3, fresh: 2 };
      const { id } = await fixture.db.prisma.pollNotice.create({ data });
      return { pollNoticeId: id, nonce: unsubscribeNonce() };
    },
    async result(text) {
      const poll = await pollWith(text, {
        notify_result: true,
        deadline_voting: "2000-01-01T00:00:00Z",
      });
      return noticeTo(text, poll, { kind: "result" });
    },
    async moved_up(text) {
      const poll = await pollWith(text, { participant_limit: 1 });
      const { participantId } = await noticeTo(text, poll, { kind: "moved_up" });
      return { participantId };
    },
    async state_change(text) {
      const poll = await pollWith(text, {
        notify_state_changes: true,
        state_labels: { done: text },
      });
      const { id } = await buildOption(fixture.db, poll, {
        content: text,
        state: "done",
        stateChangeMessage: text,
      });
      return noticeTo(text, poll, { kind: "state_change", optionId: id });
    },
    async reminder(text) {
      const { id: pollId } = await pollWith(text);
      const publicId = newPublicId();
      const code = invitationCode(publicId, keys().invitations.signing);
      await fixture.db.prisma.invitation.create({
        data: { publicId, pollId, codeDigest: linkDigest(code), email: address },
      });
      await fixture.db.prisma.reminder.create({
        data: { pollId, message: text, createdAt: fixture.clock.now() },
      });
      const notice = await fixture.db.prisma.pollNotice.create({
        data: { pollId, kind: "reminder" },
      });
      return { pollNoticeId: notice.id };
    },
    decision: (text) => decided(text, "decision"),
    decision_canceled: (text) => decided(text, "decision_canceled"),
    async deletion(text) {
      const poll = await pollWith(text, { deadline_voting: "2000-01-01T00:00:00Z" });
      const toldAt = fixture.clock.now();
      const deletesAt = new Date(toldAt.getTime() + hour);
      const { id } = await fixture.db.prisma.pollNotice.create({
        data: { pollId: poll.id, kind: "deletion", toldAt, deletesAt },
      });
      return { pollNoticeId: id, since: toldAt };
    },
    sign_in: (text) => buildSignIn(text, "sign_in"),
    sign_up: (text) => buildSignIn(text, "sign_up"),
    membership: buildMembership,
    async passkey_added(text) {
      const { id: accountId } = await buildAccount(fixture.db);
      const since = fixture.clock.now();
      await fixture.db.prisma.passkey.create({
        data: {
          ...{ accountId, publicId: newPublicId(), name: text, host: "polls.example" },
          ...{ credentialId: randomBytes(16), publicKey: randomBytes(77), counter: 0 },
          createdAt: since,
        },
      });
      return { accountId, since };
    },
    async account_refused(text) {
      const { id: accountId } = await buildAccount(fixture.db);
      const [createdAt, updatedAt] = [fixture.clock.now(), fixture.clock.now()];
      const data = { accountId, token: newPublicId(), state: "restricted", refusal: text };
      await fixture.db.prisma.connectedAccount.create({ data: { ...data, createdAt, updatedAt } });
      return { accountId };
    },
  };
}

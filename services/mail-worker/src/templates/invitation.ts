import { findExistingPoll } from "@polls/db/polls";
import { markOfId } from "@polls/db/shards";
import {
  personalPath,
  personalToken,
  storedInvitationCode,
  storedLinkToken,
} from "@polls/db/tokens";
import { foldAddress } from "@polls/domain/opt-ins";
import { isClosed } from "@polls/domain/polls";
import { wordsIn } from "../languages";
import { optOutLink } from "./invitation-opt-out";
import { findPollIn, inviterOf, organizerParts, pageOf, pollMail } from "./poll-parts";
import type { MailTemplate } from "./template";

/** Invites to a poll, unless the invitation is used, the poll closed, or the address opted out. */
export const invitationTemplate: MailTemplate<"invitation"> = async (
  { db, settings, clock },
  { invitationId, language, address },
) => {
  const invitation = await db.prisma.invitation.findUnique({ where: { id: invitationId } });
  if (invitation === null || invitation.usedAt !== null) return undefined;
  const poll = await findPollIn(language, db, invitation.pollId);
  if (poll === undefined || isClosed(poll, clock())) return undefined;
  const { invitation: words } = wordsIn(language);
  const recipient = { address, language };
  const unsubscribe = await optOutLink({ db, settings }, poll.id, recipient, words.unsubscribe);
  if (unsubscribe === undefined) return "withheld";
  const inviter = await inviterOf(db, poll);
  const { message, jury } = invitation;
  const parts = await organizerParts({ db, clock }, poll, { language, message, jury });
  const code = storedInvitationCode(
    settings.keys.invitations.all,
    invitation.publicId,
    invitation.codeDigest,
  );
  return {
    ...pollMail(poll, language, words, `${pageOf(poll, settings)}?invitation=${code}`),
    paragraphs: [
      inviter === undefined ? words.fromUnknown : words.from(inviter),
      ...(jury && poll.settings.jury_mode ? [words.jury] : []),
    ],
    ...parts,
    fine: [words.personal, words.notMe],
    unsubscribe,
  };
};

/** Sends a participant the link with which another browser continues as the participant. */
export const personalLinkTemplate: MailTemplate<"personal_link"> = async (
  { db, settings },
  { participantId, language },
) => {
  const participant = await db.prisma.participant.findUnique({ where: { id: participantId } });
  if (participant === null) return undefined;
  const poll = await findPollIn(language, db, participant.pollId);
  if (poll === undefined) return undefined;
  const { personalLink: words } = wordsIn(language);
  const token = personalToken(settings.keys.mailLinks.signing, participant);
  const url = settings.baseUrl.url(personalPath(poll.memberHash, token));
  return {
    ...pollMail(poll, language, words, url),
    paragraphs: [words.text],
    fine: [words.personal, words.notMe],
  };
};

/**
 * Asks the owner of a poll's `creator_email` to confirm it, unless it is confirmed, the poll has
 * another one now, or the address opted out of invitations.
 */
export const creatorTemplate: MailTemplate<"creator"> = async (
  { db, settings, clock },
  { creatorLinkId, nonce, language },
) => {
  const link = await db.prisma.creatorLink.findUnique({ where: { id: creatorLinkId } });
  if (link === null || link.confirmedAt !== null || clock() >= link.expiresAt) return undefined;
  const { address } = link;
  const poll = await findExistingPoll(db, link.pollId);
  const current = poll?.creatorEmail !== undefined && foldAddress(poll.creatorEmail) === address;
  if (!current) return undefined;
  const unsubscribe = await optOutLink({ db, settings }, poll.id, { address, language });
  if (unsubscribe === undefined) return "withheld";
  const { creator: words } = wordsIn(language);
  const wanted = { purpose: "creator", nonce, address } as const;
  const token = storedLinkToken(settings.keys.mailLinks.all, wanted, link.tokenDigest);
  const url = settings.baseUrl.url(`/creator/${token}${markOfId(poll.id)}`);
  return {
    ...pollMail(poll, language, words, url),
    paragraphs: [words.text],
    fine: [words.valid, words.notMe],
    unsubscribe,
  };
};

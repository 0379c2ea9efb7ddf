import { storedInvitationCode } from "@polls/db/tokens";
import { isClosed } from "@polls/domain/polls";
import { userText } from "@polls/markup";
import { wordsIn } from "../languages";
import { optOutUrl } from "./invitation-opt-out";
import { findPollIn, frameOf, organizerParts, titleOf } from "./poll-parts";
import type { MailTemplate } from "./template";

/** Invites to a poll, unless the invitation is used, the poll closed, or they opted out. */
export const invitationTemplate: MailTemplate<"invitation"> = async (
  { db, settings, clock },
  { invitationId, language, address },
) => {
  const invitation = await db.prisma.invitation.findUnique({ where: { id: invitationId } });
  if (invitation === null || invitation.usedAt !== null) return undefined;
  const poll = await findPollIn(language, db, invitation.pollId);
  if (poll === undefined || isClosed(poll, clock())) return undefined;
  const unsubscribeUrl = await optOutUrl({ db, settings }, poll.id, address);
  if (unsubscribeUrl === undefined) return "withheld";
  const { hint, invitation: words } = wordsIn(language);
  const { publisher } = poll.settings;
  const { message, jury } = invitation;
  const parts = await organizerParts({ db, clock }, poll, { language, message, jury });
  const code = storedInvitationCode(
    settings.keys.invitations.all,
    invitation.publicId,
    invitation.codeDigest,
  );
  return {
    ...frameOf(poll, language),
    subject: words.subject(titleOf(poll)),
    heading: words.heading,
    paragraphs: [
      publisher === undefined ? words.fromUnknown : words.from(userText(publisher)),
      ...(jury ? [words.jury] : []),
    ],
    ...parts,
    button: {
      label: words.button,
      url: settings.baseUrl.url(`/p/${poll.memberHash}?invitation=${code}`),
      hint,
    },
    fine: [words.personal, words.notMe],
    unsubscribe: { label: words.unsubscribe, url: unsubscribeUrl },
  };
};

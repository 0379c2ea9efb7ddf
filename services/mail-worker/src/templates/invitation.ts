import { invitationCode } from "@polls/db";
import { isClosed } from "@polls/domain/polls";
import { wordsIn } from "../languages";
import { userText } from "./clean";
import { findPollOf, imprintOf, titleOf } from "./poll-parts";
import type { MailTemplate } from "./template";

/** Invites to a poll, unless the invitation is used or the poll is closed. */
export const invitationTemplate: MailTemplate<"invitation"> = async (
  { db, settings, clock },
  { invitationId, language },
) => {
  const invitation = await db.prisma.invitation.findUnique({ where: { id: invitationId } });
  if (invitation === null || invitation.usedAt !== null) return undefined;
  const poll = await findPollOf(db, invitation.pollId);
  if (poll === undefined || isClosed(poll, clock())) return undefined;
  const { hint, invitation: words } = wordsIn(language);
  const from = poll.settings.publisher ?? poll.creatorName;
  const code = invitationCode(invitation.publicId, settings.keys.invitations);
  return {
    language,
    subject: words.subject(titleOf(poll)),
    about: titleOf(poll),
    heading: words.heading,
    paragraphs: [
      from === undefined ? words.fromUnknown : words.from(userText(from)),
      ...(invitation.jury ? [words.jury] : []),
    ],
    button: {
      label: words.button,
      url: `${settings.baseUrl.origin}/p/${poll.memberHash}?invitation=${code}`,
      hint,
    },
    fine: [words.personal, words.notMe],
    imprint: imprintOf(poll),
  };
};

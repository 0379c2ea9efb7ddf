import { invitationCode } from "@polls/db";
import { isClosed } from "@polls/domain/polls";
import { wordsIn } from "../languages";
import { withoutLinks } from "./clean";
import type { Compose } from "./compose";
import { findPollOf, imprintOf, titleInBody, titleInSubject } from "./poll-parts";

const NAME_MAX = 80;

/** Invites somebody to a poll (decisions 5); not once the invitation is used or the poll is closed. */
export const composeInvitation: Compose = async ({ db, settings, clock }, mail) => {
  const { invitation, language } = mail;
  if (invitation === null || invitation.usedAt !== null) return undefined;
  const poll = await findPollOf(db, invitation.pollId);
  if (poll === undefined || isClosed(poll, clock())) return undefined;
  const { hint, invitation: words } = wordsIn(language);
  const from = poll.settings.publisher ?? poll.creatorName;
  const code = invitationCode(invitation.publicId, settings.keys.invitations);
  return {
    language,
    subject: words.subject(titleInSubject(poll)),
    about: titleInBody(poll),
    heading: words.heading,
    paragraphs: [
      from === undefined ? words.fromNobody : words.from(withoutLinks(from, NAME_MAX)),
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

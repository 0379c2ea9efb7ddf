import { personalPath, personalToken } from "@polls/db/tokens";
import { wordsIn } from "../languages";
import { findPollIn, frameOf, titleOf } from "./poll-parts";
import type { MailTemplate } from "./template";

/** Sends a participant the link with which another browser continues as the participant. */
export const personalLinkTemplate: MailTemplate<"personal_link"> = async (
  { db, settings },
  { participantId, language },
) => {
  const participant = await db.prisma.participant.findUnique({ where: { id: participantId } });
  if (participant === null) return undefined;
  const poll = await findPollIn(language, db, participant.pollId);
  if (poll === undefined) return undefined;
  const { hint, personalLink: words } = wordsIn(language);
  const token = personalToken(settings.keys.mailLinks.signing, participant);
  return {
    ...frameOf(poll, language),
    subject: words.subject(titleOf(poll)),
    heading: words.heading,
    paragraphs: [words.text],
    button: {
      label: words.button,
      url: settings.baseUrl.url(personalPath(poll.memberHash, token)),
      hint,
    },
    fine: [words.personal, words.notMe],
  };
};

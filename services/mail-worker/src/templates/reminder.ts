import { isClosed } from "@polls/domain/polls";
import type { MailDeps } from "../deps";
import { wordsIn } from "../languages";
import { optOutLink } from "./invitation-opt-out";
import { invitationUrl } from "./invitation-url";
import { findPollIn, greetingOf, inviterOf, organizerParts, pollMail } from "./poll-parts";
import type { MailTemplate } from "./template";

/** Reminds an invited person, unless the person has answered, the invitation is withdrawn, or the poll is closed. */
export const reminderTemplate: MailTemplate<"reminder"> = async (
  deps,
  { pollNoticeId, language, address },
) => {
  const { db, clock } = deps;
  const notice = await db.prisma.pollNotice.findUnique({ where: { id: pollNoticeId } });
  const poll = notice === null ? undefined : await findPollIn(language, db, notice.pollId);
  if (poll === undefined || isClosed(poll, clock())) return undefined;
  const invitation = await findUnanswered(deps, poll.id, address);
  if (invitation === undefined) return undefined;
  const unsubscribe = await optOutLink(deps, poll.id, { address, language });
  if (unsubscribe === undefined) return "withheld";
  const { reminder: words } = wordsIn(language);
  const inviter = await inviterOf(db, poll);
  const reminder = await db.prisma.reminder.findFirst({
    where: { pollId: poll.id },
    orderBy: { id: "desc" },
  });
  const message = reminder?.message ?? null;
  const { jury } = invitation.participant ?? invitation;
  const parts = await organizerParts(deps, poll, { language, message, jury });
  return {
    ...pollMail(poll, language, words, invitationUrl(invitation, poll, deps)),
    ...greetingOf(invitation.participant, language),
    paragraphs: [inviter === undefined ? words.fromUnknown : words.from(inviter)],
    ...parts,
    fine: [words.personal, words.notMe],
    unsubscribe,
  };
};

async function findUnanswered({ db }: MailDeps, pollId: bigint, email: string) {
  const found = await db.prisma.invitation.findFirst({
    where: { pollId, email },
    include: { participant: { include: { _count: { select: { votes: true, heldVotes: true } } } } },
  });
  if (found === null) return undefined;
  const { participant } = found;
  if (participant === null) return found.usedAt === null ? found : undefined;
  const { votes, heldVotes } = participant._count;
  return votes + heldVotes === 0 ? found : undefined;
}

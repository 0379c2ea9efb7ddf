import type { Db } from "@polls/db/connection";
import { findOwnerAddress } from "@polls/db/mails";
import { findExistingPoll } from "@polls/db/polls";
import { namedOption } from "@polls/db/rows";
import { nameOption } from "@polls/domain/naming";
import type { Poll } from "@polls/domain/polls";
import type { UserText } from "@polls/markup";
import { wordsIn } from "../languages";
import { firstFile, optionReader, pageOf, pollMail, unsubscribeLink } from "./poll-parts";
import type { MailTemplate } from "./template";

/** The list that leads to the page for admins, whose own address is a secret. Undefined: the address is that of no account. */
async function desksOf(db: Db, poll: Poll, address: string): Promise<`/${string}` | undefined> {
  if ((await findOwnerAddress(db, poll)) !== address) return undefined;
  const { ownerOrganizationId: id } = poll;
  const organization =
    id === undefined ? null : await db.prisma.organization.findUnique({ where: { id } });
  return organization === null ? "/polls" : `/polls?organization=${organization.publicId}`;
}

const shown = { hidden: false, approvalState: "approved" } as const;

/** Tells the owner of a poll, or the author of an option, how many comments were written. It has no texts of them. */
export const commentsTemplate: MailTemplate<"comments"> = async (
  { db, settings },
  { id, commentNoticeId, since, nonce, language, address },
) => {
  const notice = await db.prisma.commentNotice.findUnique({
    where: { id: commentNoticeId },
    include: { option: { include: firstFile } },
  });
  if (notice === null || notice.endedAt !== null) return undefined;
  const poll = await findExistingPoll(db, notice.pollId);
  if (poll === undefined || !poll.settings.allow_comments) return undefined;
  const { option } = notice;
  if (option !== null && poll.settings.private_comments) return undefined;
  const count = await db.prisma.comment.count({
    where: {
      pollId: poll.id,
      createdAt: { gte: since },
      // The author of an option reads what all members read.
      ...(option !== null && { optionId: option.id, ...shown }),
    },
  });
  if (count === 0) return undefined;
  const waiting =
    option === null
      ? await db.prisma.comment.count({
          where: { pollId: poll.id, createdAt: { gte: since }, approvalState: "unreviewed" },
        })
      : 0;
  const { comments: words } = wordsIn(language);
  const desks = waiting > 0 ? await desksOf(db, poll, address) : undefined;
  const ofCount = {
    ...words,
    subject: (title: UserText) => words.subject(count, title),
    heading: words.heading(count),
    ...(desks !== undefined && { button: words.review }),
  };
  const reader = optionReader(language, poll);
  const [file] = option?.attachments ?? [];
  return {
    ...pollMail(
      poll,
      language,
      ofCount,
      desks === undefined ? pageOf(poll, settings) : settings.baseUrl.url(desks),
    ),
    paragraphs: [
      option === null
        ? words.onPoll(count)
        : words.onOption(
            count,
            nameOption(namedOption({ ...option, fileName: file?.fileName }), reader),
          ),
      ...(waiting > 0 ? [words.waiting(waiting)] : []),
    ],
    fine: [option === null ? words.asOwner : words.asAuthor],
    unsubscribe: unsubscribeLink("comments", { id, nonce, address, language }, settings),
  };
};

import { findExistingPoll } from "@polls/db/polls";
import { namedOption } from "@polls/db/rows";
import { nameOption } from "@polls/domain/naming";
import { type UserText, userText } from "@polls/markup";
import { wordsIn } from "../languages";
import { ownerKeysOfAdmins } from "./admins-of-poll";
import { firstFile, optionReader, pageOf, pollMail, unsubscribeLink } from "./poll-parts";
import type { MailTemplate } from "./template";

const SHOWN_MAX = 30;

/** Lists the options that were submitted from the opening of the digest until it was closed. */
export const newOptionsTemplate: MailTemplate<"new_options"> = async (
  { db, settings },
  { id, pollId, since, until, nonce, language, address },
) => {
  const poll = await findExistingPoll(db, pollId);
  if (poll === undefined) return undefined;
  if (!poll.settings.notify_new_options) return undefined;
  const ownerKeys = await ownerKeysOfAdmins(db, poll);
  const where = {
    pollId: poll.id,
    parentId: null,
    createdAt: { gte: since, ...(until === null ? {} : { lte: until }) },
    // `notIn` alone would leave out the options of anonymous readers, whose key is null.
    OR: [{ ownerKey: null }, { ownerKey: { notIn: ownerKeys } }],
  };
  const count = await db.prisma.option.count({ where });
  if (count === 0) return undefined;
  const options = await db.prisma.option.findMany({
    where,
    orderBy: { id: "asc" },
    take: SHOWN_MAX,
    select: {
      type: true,
      content: true,
      startDate: true,
      endDate: true,
      data: true,
      position: true,
      authorName: true,
      ...firstFile,
    },
  });
  const { newOptions: words } = wordsIn(language);
  const ofCount = {
    ...words,
    subject: (title: UserText) => words.subject(count, title),
    heading: words.heading(count),
  };
  const reader = optionReader(language, poll);
  return {
    ...pollMail(poll, language, ofCount, pageOf(poll, settings)),
    paragraphs: [words.text(count)],
    items: [
      ...options.map(({ authorName, attachments: [file], ...option }) => {
        const what = nameOption(namedOption({ ...option, fileName: file?.fileName }), reader);
        return authorName === null ? what : words.by(what, userText(authorName));
      }),
      ...(count > options.length ? [words.more(count - options.length)] : []),
    ],
    fine: [words.why],
    unsubscribe: unsubscribeLink("new_options", { id, nonce, address, language }, settings),
  };
};

import { pollFromRow } from "@polls/db/rows";
import { ownDirection } from "@polls/domain/naming";
import { isClosed } from "@polls/domain/polls";
import { momentInZone } from "@polls/domain/time";
import { voteWordsIn } from "@polls/markup";
import { wordsIn } from "../languages";
import { titleOf } from "./poll-parts";
import type { MailTemplate } from "./template";

const SHOWN_MAX = 30;

/**
 * Tells an owner which closed polls will be deleted, and when (docs/reference/polls.md#kept-polls).
 * Polls that are open again are left out.
 */
export const deletionTemplate: MailTemplate<"deletion"> = async (
  { db, settings, clock },
  { pollNoticeId, since, language },
) => {
  const notice = await db.prisma.pollNotice.findUnique({
    where: { id: pollNoticeId },
    select: { poll: true },
  });
  if (notice === null) return undefined;
  const { ownerAccountId, ownerOrganizationId, createdByAccountId, creatorEmail } = notice.poll;
  const owner = { ownerAccountId, ownerOrganizationId, createdByAccountId, creatorEmail };
  const notices = await db.prisma.pollNotice.findMany({
    where: { kind: "deletion", toldAt: since, poll: { ...owner, deletedAt: null } },
    orderBy: [{ deletesAt: "asc" }, { id: "asc" }],
    select: { deletesAt: true, poll: true },
  });
  const now = clock();
  const polls = notices.flatMap(({ deletesAt, poll: row }) => {
    const poll = pollFromRow(row);
    return deletesAt !== null && deletesAt > now && isClosed(poll, now)
      ? [{ poll, title: titleOf(poll), deletesAt }]
      : [];
  });
  const [first] = polls;
  if (first === undefined) return undefined;
  const { hint, deletion: words } = wordsIn(language);
  const { locale } = voteWordsIn(language);
  return {
    language,
    subject: polls.length === 1 ? words.subject(first.title) : words.subjectOfMany(polls.length),
    heading: words.heading(polls.length),
    paragraphs: [words.text(polls.length)],
    items: [
      ...polls
        .slice(0, SHOWN_MAX)
        .map(
          ({ poll, title, deletesAt }) =>
            `${ownDirection(title)}: ${momentInZone(deletesAt, poll.settings.timezone, locale)}`,
        ),
      ...(polls.length > SHOWN_MAX ? [words.more(polls.length - SHOWN_MAX)] : []),
    ],
    button: { label: words.button, url: settings.baseUrl.url("/sign-in"), hint },
    fine: [words.export, words.keep, words.why],
    imprint: [],
  };
};

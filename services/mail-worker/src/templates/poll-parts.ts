import { findExistingPoll } from "@polls/db/polls";
import { namedOption, optionFromRow } from "@polls/db/rows";
import { linkToken } from "@polls/db/tokens";
import { dateClasses, isPollOfDates } from "@polls/domain/decisions";
import { datesOf } from "@polls/domain/naming";
import { type Option, othersShown, translateOption } from "@polls/domain/options";
import { type Poll, translatePoll } from "@polls/domain/polls";
import { textLanguage } from "@polls/domain/translations";
import { type Language, type UserText, userText, voteWordsIn } from "@polls/markup";
import type { MailDeps } from "../deps";
import { wordsIn } from "../languages";

/** How options are named for the reader of a mail. */
export const optionReader = (language: Language, { settings }: Poll) => ({
  ...voteWordsIn(language),
  timezone: settings.timezone,
  clean: (text: string): UserText => userText(text),
});

/** The dates of an option in words, and its text. */
export function dateInWords(option: Option, poll: Poll, language: Language): string {
  const named = namedOption({ ...option, fileName: undefined });
  const when = datesOf(named, optionReader(language, poll)) ?? "";
  const text = userText(option.content ?? "");
  return text === "" ? when : `${when}: ${text}`;
}

/** The most dates in a mail. Its page shows all. */
const DATES_MAX = 10;

/**
 * The first dates of a poll of dates in words, and the number of further ones. None, if readers of the mail would not
 * see them on the page at once.
 */
async function datesOfPoll(
  { db, clock }: Pick<MailDeps, "db" | "clock">,
  poll: Poll,
  language: Language,
): Promise<{ readonly dates: readonly string[]; readonly more: number }> {
  const isShown = poll.passwordHash === undefined && othersShown(poll, clock());
  if (!(isPollOfDates(poll) && isShown)) return { dates: [], more: 0 };
  const where = {
    ...{ pollId: poll.id, parentId: null, type: { in: [...dateClasses] } },
    ...{ startDate: { not: null }, approvalState: "approved", archived: false },
    OR: [{ paid: null }, { paid: true }],
  };
  const rows = await db.prisma.option.findMany({
    where,
    orderBy: [{ startDate: "asc" }, { id: "asc" }],
    take: DATES_MAX,
  });
  const dates = rows
    .map((row) => translateOption(optionFromRow(row), poll.settings.language))
    .map((option) => dateInWords(option, poll, language));
  const isMore = rows.length === DATES_MAX;
  return { dates, more: isMore ? (await db.prisma.option.count({ where })) - DATES_MAX : 0 };
}

/** The most characters of what an organizer writes. */
const MESSAGE_MAX = 500;

/** What the organizer writes, and the dates of the poll, for the mail of an invitation or reminder. */
export async function organizerParts(
  deps: Pick<MailDeps, "db" | "clock">,
  poll: Poll,
  { language, message }: { readonly language: Language; readonly message: string | null },
) {
  const { invitation: words } = wordsIn(language);
  const { dates, more } = await datesOfPoll(deps, poll, language);
  return {
    said: message === null ? [] : [words.message(userText(message, MESSAGE_MAX))],
    items: more > 0 ? [...dates, words.moreDates(more)] : dates,
  };
}

/** The poll of a mail to a participant, with the texts in the language of the mail, where it has them. */
export async function findPollIn(
  language: Language,
  db: MailDeps["db"],
  pollId: bigint,
): Promise<Poll | undefined> {
  const poll = await findExistingPoll(db, pollId);
  return poll && translatePoll(poll, textLanguage(poll.settings, [language]));
}

export const titleOf = ({ title }: Poll): UserText => userText(title);

/** What every mail about a poll has around its texts: the title, the publisher, and whether the operator is hidden. */
export const frameOf = (poll: Poll, language: Language) => ({
  language,
  about: titleOf(poll),
  imprint: imprintOf(poll),
  whiteLabel: poll.settings.white_label,
});

const imprintOf = ({ settings }: Poll): UserText[] =>
  [
    [settings.publisher, settings.publisher_email].filter(Boolean).join(", "),
    settings.publisher_info ?? "",
  ]
    .map((line) => userText(line))
    .filter((line) => line !== "");

/** The address that ends mails of a kind about a poll. */
export function unsubscribeUrl(
  mail: { readonly id: bigint; readonly nonce: Uint8Array; readonly address: string },
  { baseUrl, keys }: MailDeps["settings"],
): string {
  const { id, nonce, address } = mail;
  const link = { purpose: "unsubscribe", nonce, address } as const;
  return baseUrl.url(`/unsubscribe/${id}/${linkToken(keys.mailLinks.signing, link)}`);
}

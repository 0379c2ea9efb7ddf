import { findExistingPoll } from "@polls/db/polls";
import { namedOption, optionFromRow } from "@polls/db/rows";
import { linkToken } from "@polls/db/tokens";
import { admit, type OwnParticipation } from "@polls/domain/access";
import { dateClasses, isPollOfDates } from "@polls/domain/decisions";
import type { EndedMailKind } from "@polls/domain/mails";
import { dateFormatBesideZone, datesOf, ownDirection } from "@polls/domain/naming";
import { type Option, othersShown, translateOption } from "@polls/domain/options";
import { accountOfPoll, type Poll, translatePoll } from "@polls/domain/polls";
import { dayIn, parseMoment, zoneAt } from "@polls/domain/time";
import { textLanguage } from "@polls/domain/translations";
import {
  type Language,
  mailTopics,
  USER_TEXT_MAX,
  type UserText,
  userText,
  voteWordsIn,
} from "@polls/markup";
import type { MailDeps } from "../deps";
import { wordsIn } from "../languages";
import { ownerKeysOfAdmins } from "./admins-of-poll";
import type { MailContent, MailOf } from "./template";

/** How options are named for the reader of a mail. */
export const optionReader = (language: Language, { settings }: Poll) => ({
  ...voteWordsIn(language),
  timezone: settings.timezone,
  clean: (text: string): UserText => userText(text),
});

/** The dates of an option in words, with the zone of times, and its text. */
export function dateInWords(option: Option, poll: Poll, language: Language): string {
  const named = namedOption({ ...option, fileName: undefined });
  const reader = { ...optionReader(language, poll), dateFormat: dateFormatBesideZone };
  const moments = [option.startDate, option.endDate].filter((date) => date !== undefined);
  const hasTime = !named.wholeDays && moments.length > 0;
  const zone = hasTime ? ` (${zoneAt(reader.timezone, reader.locale, moments)})` : "";
  const when = `${datesOf(named, reader) ?? ""}${zone}`;
  const text = userText(option.content ?? "");
  return text === "" ? when : `${when}: ${ownDirection(text)}`;
}

/** The most dates in a mail. Its page shows all. */
const DATES_MAX = 10;

/** Whether the page shows the options of the poll at once to an invited person who has not voted. */
const showsOptionsTo = (poll: Poll, invited: OwnParticipation, now: Date): boolean =>
  othersShown(poll, now) &&
  admit(
    { password: "members", restricted: true },
    {
      pollHash: poll.memberHash,
      actor: { kind: "anonymous_user", accountId: accountOfPoll(poll), ownerKey: "anonymous:" },
      matchedPasswordHash: undefined,
      ...{ origin: undefined, ownHosts: [], lockedOwners: new Set(), languages: [] },
    },
    { poll, participations: [invited] },
  ).kind === "admitted";

/**
 * The next dates of a poll of dates, and the number of further ones: of admins alone, since
 * participants must not write in mails of the organizer. None if the page would not show them to
 * the reader at once.
 */
async function datesOfPoll(
  { db, clock }: Pick<MailDeps, "db" | "clock">,
  poll: Poll,
  { language, jury }: Pick<Recipient, "language" | "jury">,
): Promise<{ readonly dates: readonly string[]; readonly more: number }> {
  const now = clock();
  if (!(isPollOfDates(poll) && showsOptionsTo(poll, { jury, invited: true }, now))) {
    return { dates: [], more: 0 };
  }
  const { timezone } = poll.settings;
  const today = parseMoment(dayIn(timezone, now), timezone) ?? now;
  const where = {
    ...{ pollId: poll.id, parentId: null, type: { in: [...dateClasses] } },
    ...{ approvalState: "approved", archived: false },
    ownerKey: { in: await ownerKeysOfAdmins(db, poll) },
    AND: [
      { OR: [{ paid: null }, { paid: true }] },
      // A day without an end has only its beginning.
      { OR: [{ startDate: { gte: today } }, { startDate: { lt: today }, endDate: { gte: now } }] },
    ],
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

/** Line breaks, as mail programs may draw them. */
const breaks = /[\n\v\f\r\u0085\u2028\u2029]+/u;

/** A text that an organizer writes to the readers of a mail, line by line under a label. */
export function quotedIn(
  language: Language,
  message: string | null,
  max: number = USER_TEXT_MAX,
): Pick<MailContent, "quoted"> {
  const lines: UserText[] = [];
  let left = max;
  for (const part of (message ?? "").split(breaks)) {
    if (left <= 0) break;
    const line = userText(part, left);
    left -= [...line].length;
    if (line !== "") lines.push(line);
  }
  return lines.length === 0 ? {} : { quoted: { label: wordsIn(language).message, lines } };
}

interface Recipient {
  readonly language: Language;
  readonly message: string | null;
  /** Whether the invited person votes as a member of the jury. */
  readonly jury: boolean;
}

/** What the organizer writes, and the dates of the poll, for the mail of an invitation or reminder. */
export async function organizerParts(
  deps: Pick<MailDeps, "db" | "clock">,
  poll: Poll,
  recipient: Recipient,
): Promise<Pick<MailContent, "quoted" | "items">> {
  const { language, message } = recipient;
  const { dates, more } = await datesOfPoll(deps, poll, recipient);
  return {
    ...quotedIn(language, message, MESSAGE_MAX),
    items: more > 0 ? [...dates, wordsIn(language).moreDates(more)] : dates,
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

/** Who invites: the publisher of the poll, else the organization that owns it. Names of accounts and creators are not for participants. */
export async function inviterOf(
  { prisma }: MailDeps["db"],
  { settings, ownerOrganizationId: id }: Poll,
): Promise<UserText | undefined> {
  const organization =
    settings.publisher === undefined && id !== undefined
      ? await prisma.organization.findUnique({ where: { id }, select: { name: true } })
      : null;
  const name = settings.publisher ?? organization?.name;
  return name === undefined ? undefined : userText(name) || undefined;
}

export const titleOf = ({ title }: Poll): UserText => userText(title);

/** What every mail about a poll has around its texts: the title, the publisher, and whether the operator is hidden. */
export const frameOf = (poll: Poll, language: Language) => ({
  language,
  about: titleOf(poll),
  imprint: imprintOf(poll),
  whiteLabel: poll.settings.white_label,
});

/** The frame, subject, heading and button of a mail about a poll. */
export const pollMail = (
  poll: Poll,
  language: Language,
  words: {
    readonly subject: (title: UserText) => string;
    readonly heading: string;
    readonly button: string;
  },
  url: string,
) => ({
  ...frameOf(poll, language),
  subject: words.subject(titleOf(poll)),
  heading: words.heading,
  button: { label: words.button, url, hint: wordsIn(language).hint },
});

/** Greets a participant who gave a name. The address must belong to the participant, since the name is text of a user. */
export function greetingOf(
  participant: { readonly userName: string | null } | null,
  language: Language,
): Pick<MailContent, "greeting"> {
  const name = userText(participant?.userName ?? "");
  return name === "" ? {} : { greeting: wordsIn(language).greeting(name) };
}

/** The page of a poll for participants. */
export const pageOf = ({ memberHash }: Poll, { baseUrl }: MailDeps["settings"]): string =>
  baseUrl.url(`/p/${memberHash}`);

/** The first file of an option, which may name it. */
export const firstFile = {
  attachments: { select: { fileName: true }, orderBy: { id: "asc" }, take: 1 },
} as const;

const imprintOf = ({ settings }: Poll): UserText[] =>
  [
    [settings.publisher, settings.publisher_email].filter(Boolean).join(", "),
    settings.publisher_info ?? "",
  ]
    .map((line) => userText(line))
    .filter((line) => line !== "");

/** The link that ends mails of a kind about a poll. */
export function unsubscribeLink(
  kind: EndedMailKind,
  {
    id,
    nonce,
    address,
    language,
  }: Pick<MailOf<EndedMailKind>, "id" | "nonce" | "address" | "language">,
  { baseUrl, keys }: MailDeps["settings"],
): NonNullable<MailContent["unsubscribe"]> {
  const label = wordsIn(language).stop(mailTopics[kind][language].full);
  const link = { purpose: "unsubscribe", nonce, address } as const;
  const token = linkToken(keys.mailLinks.signing, link);
  return { label, url: baseUrl.url(`/unsubscribe/${id}/${token}`) };
}

import { findExistingPoll } from "@polls/db/polls";
import { linkToken } from "@polls/db/tokens";
import { type Poll, translatePoll } from "@polls/domain/polls";
import { textLanguage } from "@polls/domain/translations";
import { type Language, type UserText, userText, voteWordsIn } from "@polls/markup";
import type { MailDeps } from "../deps";

/** How options are named for the reader of a mail. */
export const optionReader = (language: Language, { settings }: Poll) => ({
  ...voteWordsIn(language),
  timezone: settings.timezone,
  clean: (text: string): UserText => userText(text),
});

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

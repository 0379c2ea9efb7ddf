import { linkToken } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import { type Language, type UserText, userText, voteWordsIn } from "@polls/markup";
import type { MailDeps } from "../deps";

/** How options are named for the reader of a mail. */
export const optionReader = (language: Language, { settings }: Poll) => ({
  ...voteWordsIn(language),
  timezone: settings.timezone,
  clean: (text: string): UserText => userText(text),
});

export const titleOf = ({ title }: Poll): UserText => userText(title);

/** The publisher of the poll, and whether the mail hides the operator. */
export const footOf = (poll: Poll) => ({
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

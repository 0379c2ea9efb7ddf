import type { MailFacts, MailKind } from "@polls/domain/mails";
import type { Language, UserText } from "@polls/markup";
import type { MailDeps } from "../deps";
import type { MailRow } from "../mails";

/** The texts of a mail before they are rendered as plain text and HTML. */
export interface MailContent {
  readonly language: Language;
  readonly subject: string;
  /** A line above the heading, such as the title of the poll. */
  readonly about?: UserText | undefined;
  readonly heading: string;
  /** Stands above the paragraphs. Absent: the name of the reader is not known. */
  readonly greeting?: string;
  readonly paragraphs: readonly string[];
  /** What a person writes to the reader. It stands apart, so that it cannot pass for the words of the service. */
  readonly quoted?: { readonly label: string; readonly lines: readonly UserText[] };
  readonly items?: readonly string[];
  readonly button?: { readonly label: string; readonly url: string; readonly hint: string };
  /** Fine print below the button. */
  readonly fine: readonly string[];
  /** Whether the poll has `white_label`. */
  readonly whiteLabel?: boolean;
  readonly imprint: readonly UserText[];
  /** A POST request to this URL ends mails of this kind (RFC 8058). */
  readonly unsubscribe?: { readonly label: string; readonly url: string };
  /** A message for the calendar of the recipient (RFC 6047). */
  readonly calendar?: { readonly method: "REQUEST" | "CANCEL"; readonly content: string };
}

export type MailOf<Kind extends MailKind> = Pick<MailRow, "id" | "address" | "language"> &
  MailFacts<Kind>;

/** "withheld" if the recipient has opted out. Undefined if its reason is gone. */
export type WrittenMail = MailContent | "withheld" | undefined;

/** Composes mails of one kind from the current rows. */
export type MailTemplate<Kind extends MailKind> = (
  deps: MailDeps,
  mail: MailOf<Kind>,
) => Promise<WrittenMail>;

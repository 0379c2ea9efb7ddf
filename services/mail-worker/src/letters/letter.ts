import type { Language } from "@polls/markup";

/** What a mail says, before it is text and HTML. */
export interface Letter {
  readonly language: Language;
  readonly subject: string;
  /** What stands above the heading: what the mail is about, such as the title of a poll. */
  readonly about?: string | undefined;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly items?: readonly string[];
  /** The one thing to do. */
  readonly button?: { readonly label: string; readonly url: string; readonly hint: string };
  /** In small letters under the button. */
  readonly fine: readonly string[];
  /** Who answers for the mail. */
  readonly imprint: readonly string[];
  /** RFC 8058: one POST to it ends mails of this kind. */
  readonly unsubscribe?: { readonly label: string; readonly url: string };
}

import type { Poll } from "@polls/domain/polls";
import { type Html, html, type Language } from "@polls/markup";
import type { HtmlPage } from "./page-shell";

/** A title and the text below it, from the words of a language. */
export interface TitledText {
  readonly title: string;
  readonly text: string;
}

export const paragraphs = (...texts: readonly string[]): Html[] =>
  texts.map((text) => html`<p>${text}</p>\n`);

export const titledPart = (
  { title, text }: TitledText,
  ...rest: readonly Html[]
): Pick<HtmlPage, "title" | "content"> => ({ title, content: [...paragraphs(text), ...rest] });

/** The page of a link that leads to nothing (404), or to something that has ended (410). */
export const deadLinkPage = (
  status: 404 | 410,
  language: Language,
  words: TitledText,
  ...rest: readonly Html[]
): HtmlPage => ({ status, language, icon: "warn", ...titledPart(words, ...rest) });

/** The parts of a page that the settings of its poll decide: the publisher, and whether the operator is hidden. */
export const pollParts = ({ settings }: Poll): Pick<HtmlPage, "imprint" | "whiteLabel"> => ({
  imprint: [
    [settings.publisher, settings.publisher_email].filter(Boolean).join(", ") || undefined,
    settings.publisher_info,
  ],
  whiteLabel: settings.white_label,
});

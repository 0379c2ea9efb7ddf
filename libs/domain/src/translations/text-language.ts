import { lengths, text } from "../input/fields";
import type { ProblemSentence } from "../refusals/field-problems";

export const notLanguage = "must be a language such as de or pt-BR" satisfies ProblemSentence;

/** Whether the text is a language tag (BCP 47) in its usual form, such as `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

/** A language in a request; null clears. */
export const languageField = text(lengths.short).refine(
  (tag) => tag === null || isLanguageTag(tag),
  notLanguage,
);

export interface TextLanguages {
  /** The language in which the poll is written. */
  readonly language: string | undefined;
  readonly translations: Readonly<Record<string, unknown>> | undefined;
}

/** The language in which the poll is written, then those of its translations. */
export const languagesOf = ({ language, translations = {} }: TextLanguages): readonly string[] =>
  language === undefined ? [] : [language, ...Object.keys(translations)];

/**
 * The translation that a reader gets, by wishes, the best first (docs/reference/translations.md#reading). Undefined:
 * the texts as they were written.
 */
export function textLanguage(texts: TextLanguages, wishes: readonly string[]): string | undefined {
  const languages = languagesOf(texts);
  if (languages.length < 2) return undefined;
  for (const wish of wishes) {
    const found = wish === "*" ? texts.language : matching(wish, languages);
    if (found !== undefined) return found === texts.language ? undefined : found;
  }
  return undefined;
}

/** `de-AT` is also satisfied by `de`, or else by `de-CH`; `de` also by `de-AT`. */
function matching(wish: string, languages: readonly string[]): string | undefined {
  const parts = wish.toLowerCase().split("-");
  for (let length = parts.length; length > 0; length--) {
    const range = parts.slice(0, length).join("-");
    const found =
      languages.find((one) => one.toLowerCase() === range) ??
      languages.find((one) => one.toLowerCase().startsWith(`${range}-`));
    if (found !== undefined) return found;
  }
  return undefined;
}

import { localeIn, withOwnDirections } from "@polls/domain/naming";

/** The languages of pages. */
export type Language = "en" | "de";

/** Texts that a page loads only in its language. */
export interface InLanguage<Words> {
  /** @param locale A language, also with a region. */
  readonly load: (locale: string) => Promise<void>;
  /** Throws before they are loaded. */
  readonly words: () => Words;
}

export function inLanguage<Words>(
  files: { readonly [Each in Language]: () => Promise<Readonly<Record<Each, Words>>> },
): InLanguage<Words> {
  let loaded: Words | undefined;
  return {
    async load(wanted) {
      const language = wanted.slice(0, 2) as Language;
      const locale = localeIn(language, navigator.languages);
      const file: Partial<Record<Language, Words>> = await files[language]();
      const words = withOwnDirections({ ...(file[language] as Words), locale });
      // Switzerland writes no "ß".
      loaded = /-(ch|li)$/i.test(locale) ? (await import("./sharp-s")).withoutSharpS(words) : words;
    },
    words() {
      if (loaded === undefined) throw new Error("the words of the page are not loaded");
      return loaded;
    },
  };
}

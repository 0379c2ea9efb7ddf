/** The languages of pages. */
export type Language = "en" | "de";

/** Texts that a page loads only in its language. */
export interface InLanguage<Words> {
  readonly load: (language: Language) => Promise<void>;
  /** Throws before they are loaded. */
  readonly words: () => Words;
}

export function inLanguage<Words>(
  files: Readonly<Record<Language, () => Promise<Words>>>,
): InLanguage<Words> {
  let loaded: Words | undefined;
  return {
    async load(language) {
      loaded = await files[language]();
    },
    words() {
      if (loaded === undefined) throw new Error("the words of the page are not loaded");
      return loaded;
    },
  };
}

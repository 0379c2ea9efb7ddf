/** The locale of dates and numbers: the language, with the region of the first wish for it that names one. */
export const localeIn = (language: string, wishes: readonly string[]): string =>
  wishes.find((wish) => wish.startsWith(language) && /^..-[a-z]{2}$/i.test(wish)) ?? language;

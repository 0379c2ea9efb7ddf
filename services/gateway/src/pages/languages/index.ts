import { de } from "./de";
import { en, type Words } from "./en";
import type { Language } from "./language";

const words: Readonly<Record<Language, Words>> = { en, de };

/** Everything that pages say, in a language. */
export const wordsIn = (language: Language): Words => words[language];

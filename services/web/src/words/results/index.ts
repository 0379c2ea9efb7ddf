import type { Language } from "..";
import { de } from "./de";
import { en, type ResultWords } from "./en";

const languages: Readonly<Record<Language, ResultWords>> = { en, de };

export type { ResultWords };

/** What results say, in a language. */
export const resultWordsIn = (language: Language): ResultWords => languages[language];

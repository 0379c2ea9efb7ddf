import type { Language } from "..";
import { de } from "./de";
import { type AdminWords, en } from "./en";

const languages: Readonly<Record<Language, AdminWords>> = { en, de };

export type { AdminWords };

/** What the pages of accounts and admins say, in a language. */
export const adminWordsIn = (language: Language): AdminWords => languages[language];

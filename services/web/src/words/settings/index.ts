import type { Language } from "..";
import { de } from "./de";
import { en, type SettingWords } from "./en";

const languages: Readonly<Record<Language, SettingWords>> = { en, de };

export type { SettingWords };

/** What is said of the settings of polls, in a language. */
export const settingWordsIn = (language: Language): SettingWords => languages[language];

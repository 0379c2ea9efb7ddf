import type { Language } from "@polls/markup";
import { de } from "./de";
import { en, type Words } from "./en";

const words: Readonly<Record<Language, Words>> = { en, de };

export const wordsIn = (language: Language): Words => words[language];

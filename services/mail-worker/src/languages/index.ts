import { withOwnDirections } from "@polls/domain/naming";
import type { Language } from "@polls/markup";
import { de } from "./de";
import { en, type Words } from "./en";

const words: Readonly<Record<Language, Words>> = {
  en: withOwnDirections(en),
  de: withOwnDirections(de),
};

export const wordsIn = (language: Language): Words => words[language];

import { de } from "./de";
import { en, type Words } from "./en";

const languages = { en, de } as const satisfies Readonly<Record<string, Words>>;

export type Language = keyof typeof languages;
export type { Words };

/** Everything that the pages say, in a language. */
export const wordsIn = (language: Language): Words => languages[language];

import { inLanguage } from "../languages";
import type { AdminWords } from "./en";

export type { AdminWords };

const files = {
  en: () => import("./en"),
  de: () => import("./de"),
};

const loaded = inLanguage<AdminWords>(files);
let changed: AdminWords | undefined;

/** The texts of account and admin pages. */
export const adminWords = {
  load: loaded.load,
  words: (): AdminWords => changed ?? loaded.words(),
  /** Changes the texts, such as when the page knows the currency of amounts in them. */
  change(change: (words: AdminWords) => AdminWords): void {
    changed = change(loaded.words());
  },
};

/** What a copy of a poll is called in the language of its title. Unchanged: pages do not speak it. */
export async function copyTitle(title: string, language: string): Promise<string> {
  const found = Object.entries(files).find(([name]) => name === language.slice(0, 2));
  const [words] = Object.values<AdminWords>((await found?.[1]()) ?? {});
  return words?.more.copyOf(title) ?? title;
}

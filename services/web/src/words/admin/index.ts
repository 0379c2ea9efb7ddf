import { inLanguage } from "../languages";
import type { AdminWords } from "./en";

export type { AdminWords };

const files = {
  en: () => import("./en").then(({ en }) => en),
  de: () => import("./de").then(({ de }) => de),
};

/** The texts of account and admin pages. */
export const adminWords = inLanguage<AdminWords>(files);

/** What a copy of a poll is called in the language of its title. Unchanged: pages do not speak it. */
export async function copyTitle(title: string, language: string): Promise<string> {
  const load = Object.entries(files).find(([name]) => name === language.slice(0, 2))?.[1];
  return (await load?.())?.more.copyOf(title) ?? title;
}

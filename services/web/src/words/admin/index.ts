import { inLanguage } from "../languages";
import type { AdminWords } from "./en";

export type { AdminWords };

/** The texts of account and admin pages. */
export const adminWords = inLanguage<AdminWords>({
  en: () => import("./en").then(({ en }) => en),
  de: () => import("./de").then(({ de }) => de),
});

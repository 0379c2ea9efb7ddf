import { inLanguage } from "../languages";
import type { AdminWords } from "./en";

export type { AdminWords };

/** What the pages of accounts and admins say. */
export const adminWords = inLanguage<AdminWords>({
  en: () => import("./en").then(({ en }) => en),
  de: () => import("./de").then(({ de }) => de),
});

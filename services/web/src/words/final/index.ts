import { inLanguage } from "../languages";
import type { FinalWords } from "./en";

export type { FinalWords };

/** The texts of polls with final votes. */
export const finalWords = inLanguage<FinalWords>({
  en: () => import("./en").then(({ en }) => en),
  de: () => import("./de").then(({ de }) => de),
});

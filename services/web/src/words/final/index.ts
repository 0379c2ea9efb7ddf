import { inLanguage } from "../languages";
import type { FinalWords } from "./en";

export type { FinalWords };

/** The texts of polls with final votes. */
export const finalWords = inLanguage<FinalWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

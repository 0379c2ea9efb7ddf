import { inLanguage } from "../languages";
import type { ResultWords } from "./en";

export type { ResultWords };

/** The texts of results. */
export const resultWords = inLanguage<ResultWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

import { inLanguage } from "../languages";

export type { ResultWords } from "./en";

/** The texts of results. */
export const resultWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

import { inLanguage } from "../languages";

export type { ProblemWords } from "./en";

/** The texts about problems of fields. */
export const problemWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

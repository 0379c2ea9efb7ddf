import { inLanguage } from "../languages";
import type { ProblemWords } from "./en";

export type { ProblemWords };

/** The texts about problems of fields. */
export const problemWords = inLanguage<ProblemWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

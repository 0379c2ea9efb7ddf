import { inLanguage } from "../languages";
import type { PairwiseWords } from "./en";

/** The texts of comparisons. */
export const pairwiseWords = inLanguage<PairwiseWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

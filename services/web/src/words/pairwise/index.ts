import { inLanguage } from "../languages";

/** The texts of comparisons. */
export const pairwiseWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

import { inLanguage } from "../languages";

/** The texts of polls with final votes. */
export const finalWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

import { inLanguage } from "../languages";

/** The texts of comments. */
export const commentWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

import { inLanguage } from "../languages";

/** The texts of forms for entries, and of places. */
export const submissionWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

import { inLanguage } from "../languages";

/** The texts of maps with several places. */
export const mapWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

import { inLanguage } from "../languages";

/** The texts of the page to continue on another device. */
export const deviceWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

import { inLanguage } from "../languages";

/** The texts of places. */
export const placeWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

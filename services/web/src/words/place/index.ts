import { inLanguage } from "../languages";
import type { PlaceWords } from "./en";

/** The texts of places. */
export const placeWords = inLanguage<PlaceWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

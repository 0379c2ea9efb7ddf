import { inLanguage } from "../languages";
import type { MapWords } from "./en";

/** The texts of maps with several places. */
export const mapWords = inLanguage<MapWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

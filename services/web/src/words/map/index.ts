import { inLanguage } from "../languages";
import type { MapWords } from "./en";

/** The texts of maps with several places. */
export const mapWords = inLanguage<MapWords>({
  en: () => import("./en").then(({ en }) => en),
  de: () => import("./de").then(({ de }) => de),
});

import { inLanguage } from "../languages";
import type { PhotoWords } from "./en";

export type { PhotoWords };

/** The texts about the details of a picture. */
export const photoWords = inLanguage<PhotoWords>({
  en: () => import("./en").then(({ en }) => en),
  de: () => import("./de").then(({ de }) => de),
});

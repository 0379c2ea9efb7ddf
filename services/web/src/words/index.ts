import type { Words } from "./en";
import { inLanguage } from "./languages";

export type { Language } from "./languages";
export type { Words };

/** All texts of the pages for participants. */
export const pageWords = inLanguage<Words>({
  en: () => import("./en"),
  de: () => import("./de"),
});

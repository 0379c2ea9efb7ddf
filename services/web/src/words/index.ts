import { inLanguage } from "./languages";

export type { Words } from "./en";
export type { Language } from "./languages";

/** All texts of the pages for participants. */
export const pageWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

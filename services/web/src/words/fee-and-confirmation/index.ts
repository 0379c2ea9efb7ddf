import { inLanguage } from "../languages";
import type { DueWords } from "./en";

export type { DueWords };

/** The texts about what votes cost, confirming an address, and waiting for a place. */
export const dueWords = inLanguage<DueWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

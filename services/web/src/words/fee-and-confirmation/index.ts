import { inLanguage } from "../languages";

/** The texts about what votes cost, confirming an address, and waiting for a place. */
export const dueWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

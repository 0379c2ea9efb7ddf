import { inLanguage } from "../languages";

export type { SignUpWords } from "./en";

/** The texts of sign-up lists and polls of dates. */
export const signUpWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

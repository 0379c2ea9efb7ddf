import { inLanguage } from "../languages";
import type { SignUpWords } from "./en";

export type { SignUpWords };

/** The texts of sign-up lists and polls of dates. */
export const signUpWords = inLanguage<SignUpWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

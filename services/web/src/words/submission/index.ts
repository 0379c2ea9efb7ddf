import { inLanguage } from "../languages";
import type { SubmissionWords } from "./en";

/** The texts of forms for entries, and of places. */
export const submissionWords = inLanguage<SubmissionWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

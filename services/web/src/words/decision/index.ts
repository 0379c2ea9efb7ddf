import { inLanguage } from "../languages";
import type { DecisionWords } from "./en";

/** The texts about final dates, for participants. */
export const decisionWords = inLanguage<DecisionWords>({
  en: () => import("./en").then(({ en }) => en),
  de: () => import("./de").then(({ de }) => de),
});

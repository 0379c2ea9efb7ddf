import { inLanguage } from "../languages";
import type { SettingWords } from "./en";

export type { SettingWords };

/** The texts about the settings of polls. */
export const settingWords = inLanguage<SettingWords>({
  en: () => import("./en").then(({ en }) => en),
  de: () => import("./de").then(({ de }) => de),
});

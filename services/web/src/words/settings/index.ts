import { inLanguage } from "../languages";
import type { SettingWords } from "./en";

export type { SettingWords };

/** The texts about the settings of polls. */
export const settingWords = inLanguage<SettingWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

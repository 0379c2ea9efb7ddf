import { inLanguage } from "../languages";

export type { SettingWords } from "./en";

/** The texts about the settings of polls. */
export const settingWords = inLanguage({
  en: () => import("./en"),
  de: () => import("./de"),
});

import { inLanguage } from "../languages";
import type { DeviceWords } from "./en";

export type { DeviceWords };

/** The texts of the page to continue on another device. */
export const deviceWords = inLanguage<DeviceWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

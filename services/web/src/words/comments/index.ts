import { inLanguage } from "../languages";
import type { CommentWords } from "./en";

export type { CommentWords };

/** The texts of comments. */
export const commentWords = inLanguage<CommentWords>({
  en: () => import("./en"),
  de: () => import("./de"),
});

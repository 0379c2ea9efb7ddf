import { UnprocessableError } from "@polls/client";
import type { Words } from "../../words";
import { errorWords } from "./error-words";
import type { NameOf } from "./field-problems";

/** The message about a refused form: the problems of its fields, else the failure. */
export async function refusalWords(
  error: unknown,
  words: Words,
  nameOf?: NameOf,
  sentence = errorWords(error, words),
): Promise<readonly string[]> {
  if (error instanceof UnprocessableError && error.body.problems !== undefined) {
    try {
      const { fieldSentences, problemWords } = await import("./field-problems");
      await problemWords.load(words.locale);
      return fieldSentences(error.body, problemWords.words(), nameOf);
    } catch {
      // The texts cannot be loaded now.
    }
  }
  return [sentence];
}

import { UnprocessableError } from "@polls/client";
import type { Words } from "../words";
import { errorWords } from "./error-words";
import type { NameOf } from "./field-problems";

/** What a visitor can do about a refused form: what is wrong with each field, else about the failure. */
export async function refusalWords(
  error: unknown,
  words: Words,
  nameOf?: NameOf,
): Promise<readonly string[]> {
  if (error instanceof UnprocessableError && error.body.problems !== undefined) {
    try {
      const { fieldSentences, problemWords } = await import("./visitor-problems");
      await problemWords.load(words.locale);
      return fieldSentences(error.body, problemWords.words(), nameOf);
    } catch {
      // The words cannot be loaded now.
    }
  }
  return [errorWords(error, words)];
}

import type { Visit } from "../session/visit";
import { isOfDates } from "../types/option-types";
import { submissionWords } from "../words/submission";
import type { SubmissionWords } from "../words/submission/en";

/** The texts of the forms, in the words for what the poll collects. */
export function wordsOf({ data: { poll } }: Visit): SubmissionWords {
  const texts = submissionWords.words();
  return isOfDates(poll) ? { ...texts, ...texts.ofDates } : texts;
}

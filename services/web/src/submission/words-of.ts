import type { Visit } from "../session/visit";
import { isOfDates } from "../types/option-types";
import { pollTypeOf } from "../types/poll-types";
import { submissionWords } from "../words/submission";
import type { SubmissionWords } from "../words/submission/en";

/** The texts of the forms, in the words for what the poll collects. */
export function wordsOf({ data: { poll } }: Visit): SubmissionWords {
  const texts = submissionWords.words();
  if (isOfDates(poll)) return { ...texts, ...texts.ofDates };
  return pollTypeOf(poll).takesIdeas ? { ...texts, ...texts.ofIdeas } : texts;
}

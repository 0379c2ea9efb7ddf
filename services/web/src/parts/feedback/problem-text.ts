import { ApiError, ConnectionError, NotFoundError } from "@polls/client";
import { ExchangeError } from "../../session/page-token";
import { adminWords } from "../../words/admin";
import { type Attempts, useAttempts } from "./attempt";
import { fieldSentence, fieldSentences, type NameOf } from "./field-problems";

/** The message about a failed request on account pages: the problems of its fields, else the text of its code. */
export function problemText(error: unknown, nameOf?: NameOf): string {
  const words = adminWords.words();
  if (error instanceof ExchangeError)
    return error.status === 401 ? words.errors.unauthorized : words.gone;
  if (error instanceof ApiError) {
    const problems = fieldSentences(error.body, words.problems, nameOf).join(" ");
    if (problems !== "") return problems;
    const known: Readonly<Record<string, string>> = words.errors;
    const sentence = error.code === undefined ? undefined : known[error.code];
    return sentence ?? (error instanceof NotFoundError ? words.gone : words.failed);
  }
  return error instanceof ConnectionError ? words.offline : words.failed;
}

/** The same where one field was sent: its problems, without its name. */
export const problemOfField = (error: unknown, field: string, nameOf?: NameOf): string =>
  fieldSentence(error, field, adminWords.words().problems, nameOf) ?? problemText(error, nameOf);

/** Work of account pages that may fail. */
export const useDeskAttempts = (busyAtFirst = false): Attempts =>
  useAttempts((error) => problemText(error), busyAtFirst);

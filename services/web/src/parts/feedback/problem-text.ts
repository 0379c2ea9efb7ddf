import { ApiError, type ErrorBody } from "@polls/client";
import { ExchangeError } from "../../session/page-token";
import { pageWords } from "../../words";
import { adminWords } from "../../words/admin";
import { type Attempts, useAttempts } from "./attempt";
import { errorWords } from "./error-words";
import { fieldSentence, fieldSentences, type NameOf } from "./field-problems";

/** The message about a failed request on account pages: the problems of its fields, else the text of its code. */
export function problemText(error: unknown, nameOf?: NameOf): string {
  const words = adminWords.words();
  const { gone, offline, errors } = pageWords.words();
  if (error instanceof ExchangeError)
    return error.status === 401 ? words.errors.unauthorized : gone;
  const problems =
    error instanceof ApiError && fieldSentences(error.body, words.problems, nameOf).join(" ");
  if (problems) return problems;
  const known = { gone, offline, failed: words.failed, errors: { ...errors, ...words.errors } };
  return errorWords(error, known);
}

/** The same of an error that is part of an answer. */
export const problemOfBody = (body: ErrorBody): string =>
  problemText(new ApiError(422, body, new Headers()));

/** The same where one field was sent: its problems, without its name. */
export const problemOfField = (error: unknown, field: string, nameOf?: NameOf): string =>
  fieldSentence(error, field, adminWords.words().problems, nameOf) ?? problemText(error, nameOf);

/** Work of account pages that may fail. */
export const useDeskAttempts = (busyAtFirst = false): Attempts =>
  useAttempts((error) => problemText(error), busyAtFirst);

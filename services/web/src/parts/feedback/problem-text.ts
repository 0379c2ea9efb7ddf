import { ApiError, ConnectionError, NotFoundError } from "@polls/client";
import { ExchangeError } from "../../session/page-token";
import type { AdminWords } from "../../words/admin";
import { type Attempts, useAttempts } from "./attempt";
import { fieldSentence, fieldSentences, type NameOf } from "./field-problems";

/** The message about a failed request on account pages: the problems of its fields, else the text of its code. */
export function problemText(error: unknown, words: AdminWords, nameOf?: NameOf): string {
  if (error instanceof ExchangeError)
    return error.status === 401 ? words.errors.unauthorized : words.gone;
  if (error instanceof ApiError) {
    const problems = fieldSentences(error.body, words.problems, nameOf).join(" ");
    if (problems !== "") return problems;
    const sentence = knownWords(error, words);
    if (sentence !== undefined) return sentence;
    return error instanceof NotFoundError ? words.gone : words.failed;
  }
  return error instanceof ConnectionError ? words.offline : words.failed;
}

/** The problem of one field of a refused body; undefined if there is none. */
export function fieldProblem(
  error: unknown,
  field: string,
  words: AdminWords,
  nameOf?: NameOf,
): string | undefined {
  return fieldSentence(error, field, words.problems, nameOf);
}

function knownWords({ code }: ApiError, { errors }: AdminWords): string | undefined {
  const known: Readonly<Record<string, string>> = errors;
  return code === undefined ? undefined : known[code];
}

/** Work of account pages that may fail. */
export const useDeskAttempts = (words: AdminWords, busyAtFirst = false): Attempts =>
  useAttempts((error) => problemText(error, words), busyAtFirst);

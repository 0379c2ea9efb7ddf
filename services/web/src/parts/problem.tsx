import { ApiError, ConnectionError, NotFoundError, UnprocessableError } from "@polls/client";
import { ExchangeError } from "../session/page-token";
import type { AdminWords } from "../words/admin";

/** What an account can do about a failed request. Sentences of the service name the field that is wrong. */
export function problemText(error: unknown, words: AdminWords): string {
  if (error instanceof ExchangeError)
    return error.status === 401 ? words.errors.unauthorized : words.gone;
  if (error instanceof ApiError) {
    const sentence = knownWords(error, words);
    if (sentence !== undefined) return sentence;
    if (error instanceof NotFoundError) return words.gone;
    return error.body.error !== undefined || error instanceof UnprocessableError
      ? `${words.failed} (${error.message})`
      : words.failed;
  }
  return error instanceof ConnectionError || error instanceof TypeError
    ? words.offline
    : words.failed;
}

/** What is wrong with one field of a refused body, else undefined: by its code, or in the words of the service. */
export function fieldProblem(error: unknown, field: string, words: AdminWords): string | undefined {
  const sentences = error instanceof UnprocessableError ? error.errors[field] : undefined;
  if (sentences === undefined) return undefined;
  return knownWords(error, words) ?? words.refused(sentences.join("; "));
}

function knownWords(error: unknown, { errors }: AdminWords): string | undefined {
  const known: Readonly<Record<string, string>> = errors;
  return error instanceof ApiError && error.code !== undefined ? known[error.code] : undefined;
}

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

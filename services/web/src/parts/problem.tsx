import { ApiError, ConnectionError, NotFoundError, UnprocessableError } from "@polls/client";
import { ExchangeError } from "../session/page-token";
import type { AdminWords } from "../words/admin";

/** What an account can do about a failed request. Sentences of the service name the field that is wrong. */
export function problemText(error: unknown, words: AdminWords): string {
  const known: Readonly<Record<string, string>> = words.errors;
  if (error instanceof ExchangeError)
    return error.status === 401 ? words.errors.unauthorized : words.gone;
  if (error instanceof ApiError) {
    const sentence = error.code === undefined ? undefined : known[error.code];
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

/** Sentences about one field of a refused body, else undefined. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof UnprocessableError ? error.errors[field]?.join("; ") : undefined;

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

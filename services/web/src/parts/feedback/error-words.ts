import { ApiError, ConnectionError, NotFoundError } from "@polls/client";
import { signal } from "@preact/signals";
import { NotAdmitted } from "../../ballot/not-admitted";
import type { Words } from "../../words";

/** The latest refusal. */
export const refusal = signal<ApiError | undefined>(undefined);

/** The message about a failed request for visitors. */
export function errorWords(error: unknown, words: Words): string {
  if (error instanceof ApiError) {
    refusal.value = error;
    const known: Readonly<Record<string, string>> = words.errors;
    const sentence = error.code === undefined ? undefined : known[error.code];
    if (sentence !== undefined) return sentence;
    if (error instanceof NotFoundError) return words.gone;
    return words.failed;
  }
  if (error instanceof NotAdmitted) return error.message || words.participant.left;
  return error instanceof ConnectionError ? words.offline : words.failed;
}

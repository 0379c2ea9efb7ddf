import { ApiError, ConnectionError, NotFoundError } from "@polls/client";
import { NotAdmitted } from "../../ballot/not-admitted";
import type { Words } from "../../words";

/** The message about a failed request. Pages of a poll ask `visit.explain`. */
export function errorWords(
  error: unknown,
  words: Pick<Words, "errors" | "gone" | "failed" | "offline">,
): string {
  if (error instanceof ApiError) {
    const known: Readonly<Record<string, string>> = words.errors;
    const sentence = error.code === undefined ? undefined : known[error.code];
    const { least } = error.body as { readonly least?: number };
    if (sentence !== undefined) return sentence.replace("{least}", String(least));
    if (error instanceof NotFoundError) return words.gone;
    return words.failed;
  }
  if (error instanceof NotAdmitted) return error.message;
  return error instanceof ConnectionError ? words.offline : words.failed;
}

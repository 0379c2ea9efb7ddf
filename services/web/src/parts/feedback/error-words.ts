import { ApiError, ConnectionError, NotFoundError } from "@polls/client";
import { NotAdmitted } from "../../ballot/not-admitted";
import type { Words } from "../../words";

/** The message about a failed request. Pages of a poll ask `visit.explain`. */
export function errorWords(
  error: unknown,
  words: Pick<Words, "errors" | "gone" | "failed" | "offline">,
): string {
  if (error instanceof NotAdmitted) return error.message;
  if (error instanceof ConnectionError) return words.offline;
  if (error instanceof ApiError) {
    const known: Readonly<Record<string, string>> = words.errors;
    const { least } = error.body as { readonly least?: number };
    const sentence = known[error.code ?? ""];
    if (sentence) return sentence.replace("{least}", String(least));
  }
  return error instanceof NotFoundError ? words.gone : words.failed;
}

import { problemText } from "../parts/feedback/problem-text";
import { NoPasskey } from "../session/passkey";
import type { AdminWords } from "../words/admin";

/** The message about a passkey that could not be made or used. */
export function passkeyProblem(error: unknown, words: AdminWords): string {
  if (!(error instanceof NoPasskey)) return problemText(error, words);
  const { exists, none } = words.account.passkeys;
  return error.exists ? exists : none;
}

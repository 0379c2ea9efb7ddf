import { problemText } from "../parts/feedback/problem-text";
import { NoPasskey } from "../session/passkey";
import { adminWords } from "../words/admin";

export function passkeyProblem(error: unknown): string {
  if (!(error instanceof NoPasskey)) return problemText(error);
  const { exists, none } = adminWords.words().account.passkeys;
  return error.exists ? exists : none;
}

import { z } from "zod";
import { email } from "../input/fields";
import { hasErrors, type Reading, readBody } from "../input/read-body";
import { singleError } from "../input/read-fields";
import { domainProblem } from "../participants/read-create-participant";
import type { Poll } from "../polls/poll";

/** The body of asking for another mail: nothing, or the address as it should have been (decisions 9). */
export const askAgainBody = z.strictObject({ optin_email: email.optional() });

/** Reads whom the next mail goes to; without an address in the body to the one that is known. */
export function readAskAgain(
  input: unknown,
  known: string | undefined,
  { settings }: Pick<Poll, "settings">,
): Reading<{ readonly email: string }> {
  const reading = readBody(askAgainBody, input ?? {});
  if (!reading.ok) return reading;
  const wanted = reading.value.optin_email ?? known;
  if (wanted === undefined) return { ok: false, errors: singleError("optin_email", "is required") };
  const errors = domainProblem(wanted, settings);
  return hasErrors(errors) ? { ok: false, errors } : { ok: true, value: { email: wanted } };
}

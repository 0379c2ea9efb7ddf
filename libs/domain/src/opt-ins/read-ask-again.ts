import { z } from "zod";
import { email } from "../input/fields";
import { hasErrors, type Reading, readBody } from "../input/read-body";
import { singleError } from "../input/read-fields";
import { domainProblem } from "../participants/read-create-participant";
import type { Poll } from "../polls/poll";

/** The body of a request for another mail: empty, or with a corrected address (docs/reference/opt-in.md#asking-again). */
export const askAgainBody = z
  .strictObject({
    optin_email: email
      .optional()
      .describe(
        "A corrected address, or that of a participant without one. Absent: the known address gets another mail.",
      ),
  })
  .meta({
    id: "AskForOptInMail",
    description: "Another mail to confirm the address of a participant.",
  });

/** Reads the address of the next mail: the address in the body, or else the known one. */
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

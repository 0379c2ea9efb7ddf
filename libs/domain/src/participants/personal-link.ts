import { z } from "zod";
import { email } from "../input/fields";
import { type Reading, readBody } from "../input/read-body";
import { singleError } from "../input/read-fields";
import { foldAddress } from "../opt-ins/fold-address";
import type { Poll } from "../polls/poll";
import type { ProblemSentence } from "../refusals/field-problems";
import type { Participant } from "./participant";

/** Mails with the personal link of one participant (docs/reference/participants.md#personal-link). */
export const personalLinkLimits = { perHour: 3, inAll: 10 } as const;

/** The body of a request for the personal link of a participant. */
export const personalLinkBody = z
  .strictObject({
    optin_email: email
      .optional()
      .describe(
        "The address to which the link is mailed. With `double_opt_in` only the confirmed address of the participant; else any, unless `disable_participant_sign_up` is set. Absent: no mail.",
      ),
  })
  .meta({ id: "AskForPersonalLink", description: "The personal link of a participant." });

/** Reads the address to which a personal link is mailed, and reports all problems. */
export function readPersonalLink(
  input: unknown,
  { settings }: Pick<Poll, "settings">,
  { optinEmail, confirmedAt }: Pick<Participant, "optinEmail" | "confirmedAt">,
): Reading<{ readonly email: string | undefined }> {
  const reading = readBody(personalLinkBody, input ?? {});
  if (!reading.ok) return reading;
  const address = reading.value.optin_email ?? undefined;
  const problem = address === undefined ? undefined : problemOf(address);
  return problem === undefined
    ? { ok: true, value: { email: address } }
    : { ok: false, errors: singleError("optin_email", problem) };

  function problemOf(address: string): ProblemSentence | undefined {
    if (settings.double_opt_in) {
      const isConfirmed =
        confirmedAt !== undefined && foldAddress(optinEmail ?? "") === foldAddress(address);
      return isConfirmed ? undefined : "is not the confirmed address";
    }
    return settings.disable_participant_sign_up ? "is not allowed in this poll" : undefined;
  }
}

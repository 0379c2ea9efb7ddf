import { z } from "zod";
import { email, flag, ignored, optional, text } from "../input/fields";

/** A boolean, 0 or 1 (docs/reference/participants.md#acceptances). */
const acceptance = z
  .union([z.boolean(), z.literal([0, 1])])
  .transform((value) => value === true || value === 1);

const attributes = z.record(z.string(), z.unknown()).nullable();

export const createVoterShape = {
  user_name: text(),
  optin_email: email,
  invitation: text(),
  terms: acceptance,
  privacy_policy: acceptance,
  additional_attributes: attributes,
};

/** Acceptances may also be beside `voter`. */
export const besideVoterShape = { terms: acceptance, privacy_policy: acceptance };

export const updateVoterShape = {
  user_name: text(),
  additional_attributes: attributes,
  terms_accepted: acceptance,
  privacy_policy_accepted: acceptance,
  fraudulent: flag,
  jury: flag,
  complete: flag,
};

/** Fields that answers have and bodies cannot write: updates ignore them. */
export const readOnlyVoterFields = [
  "id",
  "changed_by_admin",
  "created_at",
  "updated_at",
  "paid",
  "required_option_votes_complete",
  "optin_email",
  "opt_in_confirmed",
  "mail_state",
  "payment_url",
] as const;

/** The bodies in the OpenAPI document. */
export const createParticipantBody = z.strictObject({
  voter: z.strictObject(optional(createVoterShape)),
  ...optional(besideVoterShape),
});

export const updateParticipantBody = z.strictObject({
  voter: z.strictObject({ ...optional(updateVoterShape), ...ignored(readOnlyVoterFields) }),
});

import { z } from "zod";
import { email, flag, ignored, optional, text } from "../input/fields";

/** A boolean, 0 or 1 (docs/reference/participants.md#acceptances). */
const acceptance = z
  .union([z.boolean(), z.literal([0, 1])])
  .transform((value) => value === true || value === 1);

const attributes = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe("Texts for `additional_attributes` of the poll, by id; `null` clears one.");

export const createVoterShape = {
  user_name: text().describe("The name that readers see; required with `require_voter_name`."),
  optin_email: email.describe(
    "Extension: the address to confirm; required with `double_opt_in`, else not kept.",
  ),
  invitation: text().describe(
    "Extension: the code of an invitation; required with `participant_limitation_type = check_invitation`.",
  ),
  terms: acceptance.describe("Accepts `terms`; required with `terms_for_voters`."),
  privacy_policy: acceptance.describe(
    "Accepts `privacy_policy`; required with `privacy_policy_for_voters`.",
  ),
  additional_attributes: attributes,
};

/** Acceptances may also be beside `voter`. */
export const besideVoterShape = {
  terms: createVoterShape.terms,
  privacy_policy: createVoterShape.privacy_policy,
};

export const updateVoterShape = {
  user_name: text().describe("The name that readers see."),
  additional_attributes: attributes,
  terms_accepted: acceptance.describe("Accepts `terms`; an acceptance cannot be taken back."),
  privacy_policy_accepted: acceptance.describe(
    "Accepts `privacy_policy`; an acceptance cannot be taken back.",
  ),
  fraudulent: flag.describe(
    "Extension: whether the votes of the participant count in no result. Admins only.",
  ),
  jury: flag.describe("Extension: whether the participant votes under `jury_mode`. Admins only."),
  complete: flag.describe(
    "Extension, in surveys: `true` ends the answers, while nothing mandatory is missing.",
  ),
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
export const createParticipantBody = z
  .strictObject({
    voter: z
      .strictObject(optional(createVoterShape))
      .describe("The participant; `voter_required_fields` of the poll says what is required."),
    ...optional(besideVoterShape),
  })
  .meta({ id: "CreateParticipant", description: "A new participant, who belongs to the caller." });

export const updateParticipantBody = z
  .strictObject({
    voter: z
      .strictObject({ ...optional(updateVoterShape), ...ignored(readOnlyVoterFields) })
      .describe("What changes; what is left out stays."),
  })
  .meta({
    id: "UpdateParticipant",
    description: "A change of a participant. A participant may be sent back whole.",
  });

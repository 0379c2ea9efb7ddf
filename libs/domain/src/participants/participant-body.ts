import { z } from "zod";
import { absentOrNull, email, flag, ignored, optional, text } from "../input/fields";
import { words } from "../words";

/** Accepts a boolean, 0 or 1 (docs/reference/participants.md#acceptances). */
const acceptance = z
  .union([z.boolean(), z.literal([0, 1])])
  .transform((value) => value === true || value === 1);

const attributes = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe("Answers to the `additional_attributes` of the poll, by id. `null` clears an answer.");

export const createVoterShape = {
  user_name: text().describe("The name that readers see; required with `require_voter_name`."),
  optin_email: email.describe(
    "Extension: the e-mail address to confirm. Required with `double_opt_in`, unless the invitation has one; otherwise not stored.",
  ),
  invitation: text().describe(
    "Extension: the code of an invitation; required with `participant_limitation_type = check_invitation`.",
  ),
  terms: absentOrNull(acceptance).describe("Accepts `terms`; required with `terms_for_voters`."),
  privacy_policy: absentOrNull(acceptance).describe(
    "Accepts `privacy_policy`; required with `privacy_policy_for_voters`.",
  ),
  additional_attributes: attributes,
};

/** Acceptances are also accepted beside `voter`. */
export const besideVoterShape = {
  terms: createVoterShape.terms,
  privacy_policy: createVoterShape.privacy_policy,
};

export const updateVoterShape = {
  user_name: text().describe("The name that readers see."),
  additional_attributes: attributes,
  terms_accepted: acceptance.describe("Accepts `terms`; an acceptance cannot be withdrawn."),
  privacy_policy_accepted: acceptance.describe(
    "Accepts `privacy_policy`; an acceptance cannot be withdrawn.",
  ),
  fraudulent: flag.describe(
    "Extension: whether the participant is fraudulent, so that its votes do not count. Admins only.",
  ),
  jury: flag.describe("Extension: whether the participant may vote with `jury_mode`. Admins only."),
  complete: flag.describe(
    "Extension, in surveys: `true` finishes the survey. No mandatory answer may be missing.",
  ),
};

/** Fields that responses have and clients cannot set. Updates ignore them. */
export const readOnlyVoterFields = words(`
  id changed_by_admin created_at updated_at paid required_option_votes_complete optin_email
  opt_in_confirmed mail_state payment_url place waiting_position invited_by_mail
`);

/** The bodies in the OpenAPI document. */
export const createParticipantBody = z
  .strictObject({
    voter: z
      .strictObject(optional(createVoterShape))
      .describe("The participant. `voter_required_fields` of the poll lists the required fields."),
    ...optional(besideVoterShape),
  })
  .meta({
    id: "CreateParticipant",
    description: "A new participant, which belongs to the caller.",
  });

export const updateParticipantBody = z
  .strictObject({
    voter: z
      .strictObject({ ...optional(updateVoterShape), ...ignored(readOnlyVoterFields) })
      .describe("The fields to change. Absent fields stay the same."),
  })
  .meta({
    id: "UpdateParticipant",
    description: "A change of a participant. The whole participant of a response may be sent.",
  });

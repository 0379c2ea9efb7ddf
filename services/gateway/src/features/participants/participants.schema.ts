import { mailStates } from "@polls/domain/mails";
import { z } from "zod";

/** A participant on the wire; its fields depend on poll and access (docs/reference/participants.md#fields). */
export const ParticipantResponse = z
  .strictObject({
    id: z.string().describe("Public id, which votes name as `voter_id`."),
    user_name: z
      .string()
      .describe(
        "The name that readers see; empty where none was given, generated with `anonymize_voter_names`.",
      ),
    changed_by_admin: z
      .boolean()
      .describe("Whether an admin changed or deleted a vote of this participant of another user."),
    complete: z
      .boolean()
      .optional()
      .describe("Surveys only: whether the participant is done and nothing mandatory is missing."),
    created_at: z.iso.datetime().describe("When the participant was created."),
    updated_at: z.iso
      .datetime()
      .describe("When the participant was changed last; `fraudulent` and `jury` do not count."),
    fraudulent: z
      .boolean()
      .optional()
      .describe("Admins only: whether the votes of the participant count in no result."),
    paid: z.boolean().optional().describe("Admins only: `false` while a voting fee is open."),
    required_option_votes_complete: z
      .boolean()
      .optional()
      .describe(
        "Admins only, with `option_vote_requirement = all_options`: whether there is a vote or an abstention on every option.",
      ),
    privacy_policy_accepted: z
      .boolean()
      .optional()
      .describe("Admins only, with `privacy_policy_for_voters`: whether the policy was accepted."),
    terms_accepted: z
      .boolean()
      .optional()
      .describe("Admins only, with `terms_for_voters`: whether the terms were accepted."),
    optin_email: z
      .string()
      .optional()
      .describe("Extension, admins and owner only: the address to confirm."),
    opt_in_confirmed: z
      .boolean()
      .optional()
      .describe(
        "Extension, admins and owner only, with `double_opt_in`: whether the address is confirmed.",
      ),
    mail_state: z
      .enum(mailStates)
      .optional()
      .describe(
        "Extension, admins only: what became of the newest mail that asks to confirm the address.",
      ),
    jury: z
      .boolean()
      .optional()
      .describe("Extension, admins and owner only: whether the participant is on the jury."),
    additional_attributes: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        "Extension, admins and owner only: texts for `additional_attributes` of the poll, by id.",
      ),
    payment_url: z
      .url()
      .optional()
      .describe(
        "Extension, admins and owner only: the page where a voting fee or donation is paid.",
      ),
  })
  .meta({ id: "Participant", description: "Someone who takes part in a poll; `voter` in bodies." });

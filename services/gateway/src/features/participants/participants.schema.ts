import { mailStates } from "@polls/domain/mails";
import { z } from "zod";

/** A participant on the wire; its fields depend on poll and access (docs/reference/participants.md#fields). */
export const ParticipantResponse = z
  .strictObject({
    id: z.string(),
    user_name: z.string().describe("Empty where none was given"),
    changed_by_admin: z.boolean(),
    complete: z.boolean().optional().describe("Surveys only"),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    fraudulent: z.boolean().optional().describe("Admins"),
    paid: z.boolean().optional().describe("Admins: `false` while a voting fee is open"),
    required_option_votes_complete: z.boolean().optional(),
    privacy_policy_accepted: z.boolean().optional(),
    terms_accepted: z.boolean().optional(),
    optin_email: z.string().optional().describe("Extension: admins and owner"),
    opt_in_confirmed: z.boolean().optional().describe("Extension: admins and owner"),
    mail_state: z
      .enum(mailStates)
      .optional()
      .describe("Extension: admins; of the newest mail that asks to confirm the address"),
    jury: z.boolean().optional().describe("Extension: admins and owner"),
    additional_attributes: z
      .record(z.string(), z.string())
      .optional()
      .describe("Extension: admins and owner"),
    payment_url: z.url().optional().describe("Extension: where a voting fee is paid"),
  })
  .meta({ id: "Participant" });

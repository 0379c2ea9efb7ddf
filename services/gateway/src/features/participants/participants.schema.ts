import { mailStates } from "@polls/domain/mails";
import { participantPlaces } from "@polls/domain/participants";
import { z } from "zod";
import { dayWithAnonymity, field, named } from "../../http/replies/schema-parts";

/** Its fields depend on the poll and the access (docs/reference/participants.md#fields). */
export const ParticipantResponse = z
  .strictObject({
    id: field.text("Public id. Votes refer to it as `voter_id`."),
    user_name: field.text(
      "The name that readers see. Empty if none was given; generated with `anonymize_voter_names`.",
    ),
    changed_by_admin: field.flag(
      "Whether an admin who does not own the participant has changed or deleted one of its votes.",
    ),
    complete: field.flag(
      "Surveys only: whether the participant has finished and no mandatory answer is missing.",
    ),
    created_at: field.time(dayWithAnonymity("When the participant was created.")),
    updated_at: field.time(
      dayWithAnonymity(
        "When the participant was last changed. Changes of `fraudulent` and `jury` do not count.",
      ),
    ),
    fraudulent: field.flag(
      "Admins only: whether the participant is fraudulent, so that its votes do not count.",
    ),
    paid: field.flag("Admins only: `false` while the voting fee is not paid."),
    place: z
      .enum(participantPlaces)
      .describe(
        "Extension, admins and owner only, with `participant_limit`: whether the participant has a place, waits for one, or gave it up by a withdrawal. Only with a place can it vote.",
      ),
    waiting_position: field.whole(
      "Extension, admins and owner only: the position of a waiting participant on the waiting list, from 1.",
    ),
    required_option_votes_complete: field.flag(
      "Admins only, with `option_vote_requirement = all_options`: whether every option has a vote or an abstention.",
    ),
    privacy_policy_accepted: field.flag(
      "Admins only, with `privacy_policy_for_voters`: whether the policy was accepted.",
    ),
    terms_accepted: field.flag(
      "Admins only, with `terms_for_voters`: whether the terms were accepted.",
    ),
    optin_email: field.text("Extension, admins and owner only: the address to confirm."),
    invited_by_mail: z
      .literal(true)
      .describe(
        "Extension, owner only, in polls of dates and with `double_opt_in`: its invitation has an address, which is told the date, unless the participant confirms another one. Else absent.",
      ),
    opt_in_confirmed: field.flag(
      "Extension, admins and owner only, with `double_opt_in` or while it is false: whether the address is confirmed.",
    ),
    mail_state: z
      .enum(mailStates)
      .describe(
        "Extension, admins only: the state of the newest mail that asks to confirm the address.",
      ),
    jury: field.flag("Extension, admins and owner only: whether the participant is on the jury."),
    additional_attributes: z
      .record(z.string(), z.string())
      .describe(
        "Extension, admins and owner only: answers to the `additional_attributes` of the poll, by id.",
      ),
    payment_url: field.url(
      "Extension, admins and owner only: the page on which the voting fee or donation is paid.",
    ),
  })
  .partial()
  .required({
    id: true,
    user_name: true,
    changed_by_admin: true,
    created_at: true,
    updated_at: true,
  })
  .meta({
    id: "Participant",
    description: "A person who takes part in a poll; `voter` in bodies.",
  });

const personalUrl = field.url(
  "Opens the page of the poll as this participant. It is secret, and valid until it is revoked.",
);

export const CreatedParticipantResponse = ParticipantResponse.extend({
  personal_url: personalUrl
    .optional()
    .meta({ description: "Extension, for pages only: the personal link of the participant." }),
}).meta({ id: "CreatedParticipant", description: "A new participant." });

export const PersonalLinkResponse = named(
  "PersonalLink",
  "The link with which another browser continues as a participant.",
  {
    url: personalUrl,
    optin_email: field.text("The address to which the link is mailed.").optional(),
  },
);

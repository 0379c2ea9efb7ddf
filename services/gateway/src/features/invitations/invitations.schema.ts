import { email, flag, text } from "@polls/domain/input";
import { mailStates } from "@polls/domain/mails";
import { z } from "zod";
import { field, named } from "../../http/replies/schema-parts";

const MOST_AT_ONCE = 1_000;

/** What an organizer writes in mails to invited people. */
export const organizerMessage = text(500)
  .optional()
  .describe("What the organizer writes in the mails: plain text, in which links do not work.");

export const CreateInvitationsBody = named("CreateInvitations", "Invitations to a poll.", {
  invitations: z
    .array(
      named("CreateInvitation", "One invitation.", {
        email: email.optional().describe("The address to which the link is mailed."),
        jury: flag
          .optional()
          .describe("Whether the invited participant is on the jury. Default: `false`."),
      }),
    )
    .min(1)
    .max(MOST_AT_ONCE)
    .describe("The invitations to create, in this order."),
  message: organizerMessage,
});

const shared = {
  id: field.text("Public id of the invitation."),
  email: field.text("The address to which the link was mailed; null: none.").nullable(),
  jury: field.flag("Whether the invited participant is on the jury."),
  used: field.flag("Whether a participant uses the code."),
  used_at: field
    .time(
      "When a participant used the code, also one who was deleted; null: not yet, or with `anonymize_voter_names`.",
    )
    .nullable(),
  mail_state: z
    .enum(mailStates)
    .nullable()
    .describe("The state of the mail; null: there is no mail."),
};

export const InvitationResponse = named(
  "Invitation",
  "An invitation to a poll, without its code.",
  shared,
);

export const NewInvitationResponse = named("NewInvitation", "A new invitation with its code.", {
  ...shared,
  code: field.text(
    "The code that one participant sends as `voter.invitation`. Only this response contains it.",
  ),
  url: field.url("The public URL of the poll with the code. Only this response contains it."),
});

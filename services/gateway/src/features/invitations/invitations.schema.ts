import { email, flag } from "@polls/domain/input";
import { mailStates } from "@polls/domain/mails";
import { z } from "zod";

const MOST_AT_ONCE = 1_000;

export const CreateInvitationsBody = z
  .strictObject({
    invitations: z
      .array(
        z
          .strictObject({
            email: email.optional().describe("The address that gets a mail with the link."),
            jury: flag
              .optional()
              .describe("Whether its participant is on the jury. Default: `false`."),
          })
          .meta({ id: "CreateInvitation", description: "One invitation." }),
      )
      .min(1)
      .max(MOST_AT_ONCE)
      .describe("The invitations to make, in this order."),
  })
  .meta({ id: "CreateInvitations", description: "Invitations to a poll." });

const shared = {
  id: z.string().describe("Public id of the invitation."),
  email: z.string().nullable().describe("The address that got the link; null: none."),
  jury: z.boolean().describe("Whether its participant is on the jury."),
  used_at: z.iso.datetime().nullable().describe("When a participant used the code; null: not yet."),
  mail_state: z
    .enum(mailStates)
    .nullable()
    .describe("What became of its mail; null: there is none."),
};

/** A listed invitation, without its code. */
export const InvitationResponse = z
  .strictObject(shared)
  .meta({ id: "Invitation", description: "An invitation to a poll, without its code." });

export const NewInvitationResponse = z
  .strictObject({
    ...shared,
    code: z.string().describe("What one participant sends as `voter.invitation`; told this once."),
    url: z.url().describe("The public address of the poll with the code; told this once."),
  })
  .meta({ id: "NewInvitation", description: "An invitation as it is made, with its code." });

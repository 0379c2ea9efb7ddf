import { email, flag } from "@polls/domain/input";
import { mailStates } from "@polls/domain/mails";
import { z } from "zod";

const MOST_AT_ONCE = 1_000;

export const CreateInvitationsBody = z
  .strictObject({
    invitations: z
      .array(
        z.strictObject({
          email: email.optional().describe("Gets a mail with the link"),
          jury: flag.optional().describe("Its participant is on the jury"),
        }),
      )
      .min(1)
      .max(MOST_AT_ONCE),
  })
  .meta({ id: "CreateInvitations" });

const shared = {
  id: z.string(),
  email: z.string().nullable(),
  jury: z.boolean(),
  used_at: z.iso.datetime().nullable(),
  mail_state: z.enum(mailStates).nullable(),
};

/** A listed invitation, without its code. */
export const InvitationResponse = z.strictObject(shared).meta({ id: "Invitation" });

export const NewInvitationResponse = z
  .strictObject({ ...shared, code: z.string(), url: z.url() })
  .meta({ id: "NewInvitation" });

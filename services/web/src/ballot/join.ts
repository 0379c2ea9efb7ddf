import {
  type CreateParticipant,
  type ErrorBody,
  hasCode,
  type Participant,
  type RequestOptions,
} from "@polls/client";
import type { Visit } from "../session/visit";

/** A participant of the visitor, and whether it took part before, as in another tab. */
export type Joined = readonly [participant: Participant, before: boolean];

/**
 * Makes the visitor a participant, with the invitation of the address. A visitor who takes part already stays the same
 * participant.
 */
export async function join(
  visit: Visit,
  voter: CreateParticipant["voter"],
  options?: RequestOptions,
): Promise<Joined> {
  const { client, data, pollId: poll_id, invitation, givenName } = visit;
  const code = voter.invitation ?? invitation.value;
  const takesName = data.poll.voter_required_fields.includes("user_name");
  const body = {
    voter: {
      ...(takesName && givenName.value !== undefined && { user_name: givenName.value }),
      ...voter,
      ...(code !== undefined && { invitation: code }),
    },
  };
  try {
    const joined = await client().participants.create({ poll_id, body }, options);
    invitation.value = undefined;
    return [joined, false];
  } catch (error) {
    if (hasCode(error, "already_participating")) {
      const { voter_id: id = "" } = error.body as ErrorBody & { readonly voter_id?: string };
      return [await client().participants.show({ poll_id, id }), true];
    }
    // A poll that demands no invitation takes people whose code does not hold, once they have read that.
    if (hasCode(error, "invitation_invalid")) invitation.value = undefined;
    throw error;
  }
}

import type { ParticipantUpdateRefusal } from "./may-change-participant";
import type { TakePartRefusal } from "./may-take-part";

/** Attributes and sentences of refusals, by `code` (docs/reference/errors.md#codes-of-participants). */
export const participantRefusals: Readonly<
  Record<
    TakePartRefusal | Exclude<ParticipantUpdateRefusal, "not_yours">,
    readonly [attribute: string, sentence: string]
  >
> = {
  user_identifier_required: ["base", "A user identifier is required to take part"],
  poll_closed: ["base", "The poll is closed"],
  provider_sign_in_required: ["base", "Participants of this poll sign in at a provider"],
  new_rows_not_allowed: ["base", "The table does not accept new rows"],
  already_participating: ["base", "You already take part in this poll"],
  address_already_participating: [
    "base",
    "A participant from this client address already takes part",
  ],
  invitation_required: ["invitation", "is required"],
  invitation_invalid: ["invitation", "is not valid"],
  voting_not_allowed: ["base", "The poll does not accept votes"],
  votes_are_final: ["complete", "cannot be taken back in a poll with final votes"],
  voting_not_started: ["base", "Voting has not started yet"],
  not_changeable: ["base", "Participants of this poll cannot be changed by admins"],
};

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

/** Makes the visitor a participant. A visitor who takes part already stays the same participant. */
export async function join(
  { client, pollId: poll_id }: Visit,
  voter: CreateParticipant["voter"],
  options?: RequestOptions,
): Promise<Joined> {
  try {
    return [await client().participants.create({ poll_id, body: { voter } }, options), false];
  } catch (error) {
    if (!hasCode(error, "already_participating")) throw error;
    const { voter_id: id = "" } = error.body as ErrorBody & { readonly voter_id?: string };
    return [await client().participants.show({ poll_id, id }), true];
  }
}

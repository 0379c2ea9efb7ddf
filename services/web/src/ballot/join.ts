import {
  type CreateParticipant,
  type ErrorBody,
  hasCode,
  type Participant,
  type RequestOptions,
  UnprocessableError,
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
  options: RequestOptions = {},
): Promise<Joined> {
  const { client, pollId: poll_id, invitation } = visit;
  const create = (given: CreateParticipant["voter"], how: RequestOptions) =>
    client().participants.create({ poll_id, body: { voter: given } }, how);
  const code = voter.invitation ?? invitation.value;
  try {
    if (code === undefined) return [await create(voter, options), false];
    const joined = await create({ ...voter, invitation: code }, options);
    invitation.value = undefined;
    return [joined, false];
  } catch (error) {
    if (hasCode(error, "already_participating")) {
      const { voter_id: id = "" } = error.body as ErrorBody & { readonly voter_id?: string };
      return [await client().participants.show({ poll_id, id }), true];
    }
    // A poll that demands no invitation takes people whose code does not hold.
    if (voter.invitation !== undefined || !isAboutInvitation(error)) throw error;
    invitation.value = undefined;
    const { idempotencyKey: key } = options;
    return join(visit, voter, { ...options, ...(key && { idempotencyKey: `${key}-uninvited` }) });
  }
}

const isAboutInvitation = (error: unknown): boolean =>
  error instanceof UnprocessableError && Object.hasOwn(error.errors, "invitation");

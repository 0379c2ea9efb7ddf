import { type Comment, type Poll, UnprocessableError } from "@polls/client";
import type { CommentWriter } from "../comments/comments";
import { attributesOf, fieldsOf } from "../poll/needs";
import type { PollContext } from "./poll-context";

/** Whether the organizer can take part with a name alone, which takes no place from others, and costs nothing. */
const takesNameAlone = (poll: Poll): boolean => {
  const { settings } = poll;
  return (
    fieldsOf(poll).every((field) => field === "user_name") &&
    attributesOf(poll).length === 0 &&
    settings.double_opt_in !== true &&
    settings.participant_limit === undefined &&
    settings.access_by_provider === undefined &&
    settings.voting_fee_type === undefined
  );
};

/**
 * Writes comments as the participant of the account, which takes part from its first comment on. Undefined: nothing can
 * be written on the desk.
 */
export function organizerOf({
  account,
  client,
  hash,
  poll,
}: PollContext): CommentWriter | undefined {
  const { value } = poll;
  if (account === undefined || value.status === "closed" || !takesNameAlone(value))
    return undefined;
  const name = account.name || value.settings.publisher;
  const join = () =>
    client.participants.create({
      poll_id: hash,
      body: { voter: name === undefined ? {} : { user_name: name } },
    });
  return async (send): Promise<Comment> => {
    try {
      return await send();
    } catch (error) {
      if (!lacksParticipant(error)) throw error;
      return send(await join());
    }
  };
}

const lacksParticipant = (error: unknown): boolean =>
  error instanceof UnprocessableError && error.body.problems?.voter_id !== undefined;

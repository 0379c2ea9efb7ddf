import {
  ApiError,
  type CastOutcome,
  type CastVote,
  type ErrorBody,
  type Participant,
  type RequestClient,
  type RequestOptions,
  type Vote,
  type VotePayment,
} from "@polls/client";

/**
 * Casts a vote of a participant. That of an unconfirmed one is sent in a batch: browsers log the answer to a held vote
 * as an error, but not its outcome in a batch.
 */
export async function castVote(
  { votes }: RequestClient,
  { id: voter_id, opt_in_confirmed }: Participant,
  poll_id: string,
  vote: Omit<CastVote, "voter_id">,
  options?: RequestOptions,
): Promise<Vote | VotePayment> {
  const body = { voter_id, ...vote };
  if (opt_in_confirmed !== false) return votes.cast({ poll_id, body }, options);
  const { outcomes } = await votes.castAll({ poll_id, body: { votes: [body] } }, options);
  const [{ status, body: outcome }] = outcomes as [CastOutcome];
  if (status < 300) return outcome as Vote | VotePayment;
  throw new ApiError(status, outcome as ErrorBody, new Headers());
}

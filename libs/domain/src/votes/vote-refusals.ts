import { type Forbidden, Invalid, type NotFound, type Sentences } from "../refusals/refusal";

/** The `code` and the errors of votes, changes and withdrawals that are refused with 422. */
const sentences = {
  poll_closed: { base: ["The poll is closed"] },
  voting_not_allowed: { base: ["The poll does not accept votes"] },
  voting_not_started: { base: ["Voting has not started yet"] },
  jury_only: { base: ["Only participants on the jury may vote"] },
  waiting_for_place: { base: ["The participant waits for a place in this poll"] },
  place_given_up: { base: ["The participant gave up its place in this poll"] },
  own_option: { option_id: ["is your own option"] },
  option_not_votable: { option_id: ["cannot be voted on"] },
  option_not_open: { option_id: ["is not open yet"] },
  not_on_offer: { option_id: ["is not one of the two options on offer"] },
  votes_are_final: { base: ["Votes of this poll are final once they are cast"] },
  already_voted: { base: ["A vote already exists"] },
  rank_taken: { vote: ["is the rank of another vote"] },
  vote_limit_per_voter_reached: { base: ["The participant does not have enough votes left"] },
  limit_per_option_reached: { base: ["The option has no places left"] },
  vote_lowered: { vote: ["cannot be lowered"] },
  not_changeable: { base: ["The vote belongs to another user"] },
  payee_not_ready: { base: ["The poll cannot accept payments at the moment"] },
  voting_wallet: { base: ["Votes of a poll with a voting fee cannot be deleted"] },
} as const satisfies Readonly<Record<string, Sentences>>;

export type VoteRefusalCode = keyof typeof sentences;

/** The refusal with a code. `extra` has extension fields such as `vote_id`. */
export const voteRefusal = (
  code: VoteRefusalCode,
  extra: Readonly<Record<string, unknown>> = {},
): Invalid => new Invalid(sentences[code], code, extra);

/** A refusing decision, with its reason. */
export const refused = <Reason extends NotFound | Forbidden | Invalid>(refusal: Reason) =>
  ({ kind: "refused", refusal }) as const;

/** A refusing decision, with the refusal of a code. */
export const refusedFor = (code: VoteRefusalCode, extra: Readonly<Record<string, unknown>> = {}) =>
  refused(voteRefusal(code, extra));

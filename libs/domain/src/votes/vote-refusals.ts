import { type Forbidden, Invalid, type NotFound, type Sentences } from "../refusals/refusal";

/** The `code` and the errors of votes, changes and withdrawals that are refused with 422. */
const sentences = {
  poll_closed: { base: ["The poll is closed"] },
  voting_not_allowed: { base: ["The poll takes no votes"] },
  voting_not_started: { base: ["Voting has not started yet"] },
  jury_only: { base: ["Only participants on the jury vote"] },
  own_option: { option_id: ["is one's own option"] },
  option_not_votable: { option_id: ["takes no votes"] },
  option_not_open: { option_id: ["is not open yet"] },
  not_on_offer: { option_id: ["is not one of the two options on offer"] },
  already_voted: { base: ["There is a vote already"] },
  rank_taken: { vote: ["is the rank of another vote"] },
  vote_limit_per_voter_reached: { base: ["The votes of this participant are used up"] },
  limit_per_option_reached: { base: ["The option has all the participants it takes"] },
  vote_lowered: { vote: ["cannot be lowered"] },
  not_changeable: { base: ["The vote belongs to somebody else"] },
  payee_not_ready: { base: ["The poll cannot take payments at the moment"] },
  voting_wallet: { base: ["Votes of a poll with a voting fee cannot be deleted"] },
} as const satisfies Readonly<Record<string, Sentences>>;

export type VoteRefusalCode = keyof typeof sentences;

/** The refusal of that code; `extra` are extension fields such as `vote_id`. */
export const voteRefusal = (
  code: VoteRefusalCode,
  extra: Readonly<Record<string, unknown>> = {},
): Invalid => new Invalid(sentences[code], code, extra);

/** A decision that refuses, with its reason. */
export const refused = <Reason extends NotFound | Forbidden | Invalid>(refusal: Reason) =>
  ({ kind: "refused", refusal }) as const;

export const refusedFor = (code: VoteRefusalCode, extra: Readonly<Record<string, unknown>> = {}) =>
  refused(voteRefusal(code, extra));

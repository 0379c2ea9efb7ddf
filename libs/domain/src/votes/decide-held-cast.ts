import type { Voter } from "../participants/participant";
import { NotFound } from "../refusals/refusal";
import type { VoteInput } from "../vote-types/vote-type";
import { type CastDecision, decideOwnVote, type VoteFacts } from "./decide-cast";
import { closingsBefore, hasGraceEnded } from "./grace";
import type { ListedVote } from "./vote";
import { refused, refusedFor } from "./vote-refusals";
import type { OptionFacts } from "./voting-rules";
import { votingRefusal } from "./voting-window";

/** A held vote that was cast at `now`, by a participant that is now confirmed. */
export interface HeldCastFacts extends Omit<VoteFacts, "cast" | "offer"> {
  readonly participant: Voter & { readonly confirmedAt: Date };
  /** Undefined: deleted. */
  readonly option: OptionFacts | undefined;
  readonly held: ListedVote;
}

/**
 * Decides on a held vote after its participant is confirmed (docs/reference/opt-in.md#held-votes), as of its day and
 * time. `participantVotes` has neither this vote nor later held votes.
 */
export function decideHeldCast(facts: HeldCastFacts): CastDecision {
  const { poll, participant, option, held, now } = facts;
  if (option === undefined || !option.visible) return refused(new NotFound("Option"));
  const { confirmedAt } = participant;
  const late =
    hasGraceEnded(poll, confirmedAt) ||
    closingsBefore(poll, confirmedAt).some((closing) => now >= closing);
  if (late) return refusedFor("poll_closed");
  const closed = votingRefusal({ ...poll, status: "active" }, now);
  if (closed !== undefined) return refusedFor(closed);
  const offer =
    held.loserOptionId === undefined ? undefined : ([held.optionId, held.loserOptionId] as const);
  const { publicId, votingCategoryId } = held;
  const cast = { publicId, votingCategoryId, ...inputOf(held) };
  // The facts of the option do not say whether the other option of a comparison is offered.
  const { offered } = held;
  return decideOwnVote({ ...facts, cast, offer }, participant, { ...option, offered });
}

/** The input from which the value was read. */
const inputOf = ({ value, text }: ListedVote): VoteInput =>
  text === undefined ? { vote: value ?? null } : { vote: value, voteText: text };

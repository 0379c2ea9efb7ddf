import { voteTypeAs } from "../vote-types";
import { takesPlace } from "../vote-values";
import { exactSum } from "./exact-sum";
import { type CastVote, type ListedVote, type ParticipantVotes, sameVote } from "./vote";
import { limitUseOf } from "./vote-kind";
import type { VoteRefusalCode } from "./vote-refusals";
import type { VotingRules } from "./voting-rules";

const typeOf = (vote: CastVote) => voteTypeAs(vote.type, vote.paidVotes !== undefined);

/** A vote, the vote that it replaces, and the facts of its limits. */
export interface LimitFacts {
  readonly rules: VotingRules;
  readonly vote: ListedVote;
  readonly replaced: ListedVote | undefined;
  readonly participantVotes: ParticipantVotes;
  readonly placesTaken: number | undefined;
}

/**
 * The limit that a vote exceeds (docs/reference/votes.md#limits). One that uses no more than the vote that it replaces
 * exceeds none.
 */
export function brokenLimit(facts: LimitFacts): VoteRefusalCode | undefined {
  if (exceedsVoterLimit(facts)) return "vote_limit_per_voter_reached";
  if (exceedsPlaces(facts)) return "limit_per_option_reached";
  return undefined;
}

function exceedsVoterLimit({ rules, vote, replaced, participantVotes }: LimitFacts): boolean {
  if (rules.limitPerVoter === undefined) return false;
  const others = otherVotes(participantVotes, vote);
  const before = usedBy(replaced === undefined ? others : [...others, replaced], rules);
  const after = usedBy([...others, vote], rules);
  if (after <= before) return false;
  return (
    exactSum(participantVotes.unlisted.limitUse.get(vote.stepId) ?? 0, after) > rules.limitPerVoter
  );
}

/** How much of the limit for this step and day a participant's other offered votes use, including held votes. */
export const limitUsed = (
  participantVotes: ParticipantVotes,
  vote: LimitScope,
  rules: VotingRules,
): number =>
  exactSum(
    participantVotes.unlisted.limitUse.get(vote.stepId) ?? 0,
    usedBy(otherVotes(participantVotes, vote), rules),
  );

type LimitScope = Pick<ListedVote, "publicId" | "stepId" | "voteDate">;

const otherVotes = ({ votes, held }: ParticipantVotes, vote: LimitScope): readonly ListedVote[] =>
  [...votes, ...held].filter(
    (other) =>
      other.offered &&
      other.publicId !== vote.publicId &&
      other.stepId === vote.stepId &&
      other.voteDate === vote.voteDate,
  );

function usedBy(votes: readonly ListedVote[], { type }: VotingRules): number {
  // A held vote does not store whether it is sold. The rules at the time of the vote define this.
  return limitUseOf(type, votes, (vote) =>
    (vote.type === type.name ? type : typeOf(vote)).limitUse(vote),
  );
}

function exceedsPlaces({ rules, vote, participantVotes, placesTaken = 0 }: LimitFacts): boolean {
  if (rules.places === undefined || !takesPlace(vote)) return false;
  return !hasPlace(participantVotes.votes, vote) && placesTaken + 1 > rules.places;
}

/** Whether one of the votes takes a place on the option; with `vote_per_day`, on that day. Placeless votes take none. */
export const hasPlace = (
  votes: readonly ListedVote[],
  { optionId, voteDate }: Pick<CastVote, "optionId" | "voteDate">,
): boolean =>
  votes.some(
    (vote) =>
      vote.optionId === optionId &&
      vote.voteDate === voteDate &&
      !vote.placeless &&
      takesPlace(vote),
  );

/** The participant's vote that already has a unique value, of the same step, category and day, if still offered. */
export const holderOf = (votes: readonly ListedVote[], vote: ListedVote): ListedVote | undefined =>
  vote.value === undefined || !vote.offered
    ? undefined
    : votes.find(
        (other) =>
          other.offered &&
          other.value === vote.value &&
          other.stepId === vote.stepId &&
          other.votingCategoryId === vote.votingCategoryId &&
          other.voteDate === vote.voteDate &&
          !sameVote(other, vote),
      );

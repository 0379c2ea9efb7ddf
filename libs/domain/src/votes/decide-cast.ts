import type { AccessLevel } from "../access/access-level";
import { type Actor, ownerKeyOf } from "../access/actor";
import { mergeErrors, type Reading } from "../input/read-body";
import { errorsOf, invalid } from "../input/read-fields";
import type { Voter } from "../participants/participant";
import { participantVisible, unseenParticipant } from "../participants/show-participant";
import type { Poll } from "../polls/poll";
import type { ProblemSentence } from "../refusals/field-problems";
import { Forbidden, Invalid, NotFound } from "../refusals/refusal";
import type { VoteInput } from "../vote-types/vote-type";
import { owesTooLong } from "./kept-places";
import { brokenLimit, holderOf, limitUsed } from "./limits";
import { isOpenPurchase, type Purchase, type PurchaseTerms, pricedVote } from "./purchase";
import { type TallyChange, tallyChangeOfVotes } from "./tally-change";
import {
  type ListedVote,
  type Pair,
  type ParticipantVotes,
  sameContent,
  sameVote,
  type VoteValue,
  withVote,
} from "./vote";
import { refused, refusedFor, type VoteRefusalCode } from "./vote-refusals";
import { mayVoteOn, type OptionFacts, type VotingRules } from "./voting-rules";
import { voteDateOf, votingRefusal } from "./voting-window";

/** A new vote from a request, with the id that it gets if it is accepted. */
export interface Cast extends VoteInput {
  readonly publicId: string;
  readonly votingCategoryId?: unknown;
}

export interface VoteFacts extends PurchaseTerms {
  readonly now: Date;
  /** In this poll. */
  readonly participantVotes: ParticipantVotes;
  /** In comparisons, the pair on offer. Undefined: no pair is left. */
  readonly offer: Pair | undefined;
  readonly cast: Cast;
}

export interface CastFacts extends VoteFacts {
  readonly actor: Actor;
  readonly access: AccessLevel;
  /** Undefined: the poll has none with that id. */
  readonly participant: Voter | undefined;
  /** Undefined: the poll has none with that id. */
  readonly option: OptionFacts | undefined;
}

/** The decision on a vote. All decisions except refusals are written. */
export type CastDecision =
  | {
      readonly kind: "cast";
      readonly vote: ListedVote;
      /** Whether the vote is an existing row with a new value. Otherwise it is a new row. */
      readonly replaces: boolean;
      readonly tallyChange: TallyChange;
    }
  | {
      readonly kind: "held";
      readonly vote: ListedVote;
      readonly replaces: boolean;
      /** The held vote has the given value already. */
      readonly unchanged: boolean;
    }
  | {
      readonly kind: "to_pay";
      readonly vote: ListedVote;
      readonly replaces: boolean;
      readonly tallyChange: TallyChange;
      readonly purchase: Purchase;
    }
  | { readonly kind: "refused"; readonly refusal: NotFound | Forbidden | Invalid };

/** Decides on a new vote (docs/reference/votes.md#order-of-checks). */
export function decideCast(facts: CastFacts): CastDecision {
  const { participant, option, actor, poll, access } = facts;
  const isOwner = participant !== undefined && ownerKeyOf(actor) === participant.ownerKey;
  if (participant === undefined || !participantVisible(participant, { poll, access, isOwner })) {
    return refused(unseenParticipant(poll, access));
  }
  if (option === undefined || !option.visible) return refused(new NotFound("Option"));
  if (!isOwner) return refused(new Forbidden());
  const closed = votingRefusal(facts.poll, facts.now);
  if (closed !== undefined) return refusedFor(closed);
  return decideOwnVote(facts, participant, option);
}

/** The checks that follow those of participant, option, ownership and voting window. */
export function decideOwnVote(
  facts: VoteFacts,
  participant: Voter,
  option: OptionFacts,
): CastDecision {
  const { poll, now, cast, participantVotes, offer } = facts;
  const accepted = mayVoteOn(poll, participant, option, now);
  if (!accepted.ok) return refusedFor(accepted.code);
  const { rules } = accepted;

  const reading = readVote(poll, rules, cast, cast.votingCategoryId);
  if (!reading.ok) return refused(new Invalid(reading.errors));
  const { publicId } = cast;
  const { stepId } = rules;
  const voteDate = voteDateOf(poll, now);
  const optionId = option.option.id;
  const loserOptionId = rules.type.compares ? otherOf(offer, optionId) : undefined;
  if (rules.type.compares && loserOptionId === undefined) {
    const used = limitUsed(participantVotes, { publicId, stepId, voteDate }, rules);
    return refusedFor(noPairCode(used, rules.limitPerVoter));
  }
  const { value, text, votingCategoryId } = reading.value;
  const key = { optionId, loserOptionId, votingCategoryId, voteDate };
  const first = participantVotes.votes.find((vote) => sameVote(vote, key));
  if (first !== undefined && !isOpenPurchase(first)) {
    return refusedFor("already_voted", { vote_id: first.publicId });
  }
  const replaced = first ?? participantVotes.held.find((vote) => sameVote(vote, key));
  // Without spreads, because a batch has hundreds of votes (docs/performance.md#spreads).
  const vote: ListedVote = {
    publicId: replaced?.publicId ?? publicId,
    participantId: participant.id,
    optionId,
    loserOptionId,
    type: rules.type.name,
    votingCategoryId,
    voteDate,
    value,
    text,
    paidVotes: undefined,
    placeUntil: undefined,
    skipped: false,
    stepId,
    placeless: owesTooLong(participant, now),
    offered: option.offered,
  };
  if (
    rules.type.unique &&
    holderOf([...participantVotes.votes, ...participantVotes.held], vote) !== undefined
  ) {
    return refusedFor("rank_taken");
  }
  const limit = brokenLimit({
    rules,
    vote,
    replaced,
    participantVotes,
    placesTaken: option.placesTaken,
  });
  if (limit !== undefined) return refusedFor(limit);

  const purchase = rules.sold
    ? pricedVote(vote, first, facts, paymentDueAt(facts, participant))
    : undefined;
  if (purchase?.kind === "refused") return purchase;
  if (participant.confirmedAt === undefined) {
    const unchanged = replaced !== undefined && sameContent(vote, replaced);
    return { kind: "held", vote, replaces: replaced !== undefined, unchanged };
  }
  return written(facts, participant, purchase?.vote ?? vote, {
    replaces: first !== undefined,
    purchase: purchase?.purchase,
  });
}

/** When payment becomes due: now, or when the participant is confirmed, if that is later. */
const paymentDueAt = ({ now }: VoteFacts, { confirmedAt }: Voter): Date =>
  confirmedAt !== undefined && confirmedAt > now ? confirmedAt : now;

const otherOf = (offer: Pair | undefined, winner: bigint): bigint | undefined => {
  if (offer === undefined) return undefined;
  const [one, other] = offer;
  if (winner === one) return other;
  return winner === other ? one : undefined;
};

/** The refusal of an option outside the pair on offer: no vote is left, or another pair is on offer. */
const noPairCode = (used: number, limit: number | undefined): VoteRefusalCode =>
  limit !== undefined && used >= limit ? "vote_limit_per_voter_reached" : "not_on_offer";

interface ReadVote extends VoteValue {
  readonly votingCategoryId: number | undefined;
}

/** Reads the value and the voting category of a new vote. Reports all problems together. */
function readVote(
  poll: Pick<Poll, "votingCategories">,
  rules: VotingRules,
  input: VoteInput,
  votingCategoryId: unknown,
): Reading<ReadVote> {
  const category = readCategory(poll, votingCategoryId);
  const value = rules.type.read(input, rules.bounds);
  if (value.ok && category.ok) {
    const { value: number, text } = value.value;
    return { ok: true, value: { value: number, text, votingCategoryId: category.value } };
  }
  return { ok: false, errors: mergeErrors(errorsOf(value), errorsOf(category)) };
}

function readCategory(
  { votingCategories }: Pick<Poll, "votingCategories">,
  id: unknown,
): Reading<number | undefined> {
  const missing = id === undefined || id === null;
  if (votingCategories.length === 0) {
    return missing
      ? { ok: true, value: undefined }
      : wrong("cannot be set: the poll has no voting categories");
  }
  if (missing) return wrong("is required");
  const category = votingCategories.find((known) => known.id === id);
  return category === undefined
    ? wrong("is not one of the poll's voting categories")
    : { ok: true, value: category.id };
}

const wrong = (sentence: ProblemSentence) => invalid("voting_category_id", sentence);

function written(
  { participantVotes }: VoteFacts,
  participant: Voter,
  vote: ListedVote,
  { replaces, purchase }: { readonly replaces: boolean; readonly purchase: Purchase | undefined },
): CastDecision {
  const votes = withVote(participantVotes.votes, vote);
  const change = tallyChangeOfVotes(participant, participantVotes, votes);
  return purchase === undefined
    ? { kind: "cast", vote, replaces, tallyChange: change }
    : { kind: "to_pay", vote, replaces, tallyChange: change, purchase };
}

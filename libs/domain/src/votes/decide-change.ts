import type { AccessLevel } from "../access/access-level";
import { type Actor, ownerKeyOf } from "../access/actor";
import type { Reading } from "../input/read-body";
import type { Voter } from "../participants/participant";
import { pollTypes } from "../poll-types";
import { type Forbidden, Invalid, NotFound } from "../refusals/refusal";
import type { VoteInput } from "../vote-types/vote-type";
import { brokenLimit, holderOf } from "./limits";
import { shownValue } from "./may-read-vote";
import { isFinal, type Purchase, type PurchaseTerms, pricedVote } from "./purchase";
import { type TallyChange, tallyChangeOfVotes } from "./tally-change";
import {
  type ListedVote,
  type ParticipantVotes,
  sameContent,
  type VoteValue,
  withVote,
} from "./vote";
import { refused, refusedFor, voteRefusal } from "./vote-refusals";
import { mayVoteOn, type OptionFacts, type VotingRules } from "./voting-rules";
import { changeRefusal, isOfToday } from "./voting-window";

export interface ChangeFacts extends PurchaseTerms {
  readonly actor: Actor;
  readonly access: AccessLevel;
  readonly now: Date;
  /** Undefined: the poll has none with that id. */
  readonly vote: ListedVote | undefined;
  readonly participant: Voter;
  readonly participantVotes: ParticipantVotes;
  readonly option: OptionFacts;
  readonly input: VoteInput;
}

interface Changed {
  /** Rows with a new value: the vote and, if ranks are swapped, the other vote. */
  readonly votes: readonly [ListedVote, ...ListedVote[]];
  readonly tallyChange: TallyChange;
  /** An admin changed another user's vote: the participant becomes `changed_by_admin`. */
  readonly byAdmin: boolean;
  /** The vote has the given value already, and no other vote changes. */
  readonly unchanged: boolean;
}

export type ChangeDecision =
  | ({ readonly kind: "changed" } & Changed)
  | ({ readonly kind: "to_pay"; readonly purchase: Purchase } & Changed)
  | { readonly kind: "refused"; readonly refusal: NotFound | Forbidden | Invalid };

/**
 * Decides on a change of a vote by its owner (docs/reference/votes.md#changing-a-vote) or by an admin
 * (docs/reference/votes.md#changes-by-admins). The checks of a new vote follow.
 */
export function decideChange(facts: ChangeFacts): ChangeDecision {
  const { poll, now, vote, participant, option, input, participantVotes } = facts;
  if (vote === undefined || !isOfToday(poll, vote, now)) return refused(new NotFound("Vote"));
  const own = ownerKeyOf(facts.actor) === participant.ownerKey;
  const stranger = own ? undefined : strangerRefusal(facts);
  if (stranger !== undefined) return refused(stranger);
  if (!option.visible) return refused(new NotFound("Vote"));
  const closed = changeRefusal(poll, now);
  if (closed !== undefined) return refusedFor(closed);
  if (own && isFinal(poll, vote)) return refusedFor("votes_are_final");

  const accepted = mayVoteOn(poll, participant, option, now);
  if (!accepted.ok) return refusedFor(accepted.code);
  const { rules } = accepted;
  const reading = readChange(rules, vote, input);
  if (!reading.ok) return refused(new Invalid(reading.errors));

  const changed: ListedVote = { ...vote, ...reading.value };
  const holder = rules.type.unique ? holderOf(participantVotes.votes, changed) : undefined;
  const swapped = holder && { ...holder, value: vote.value };
  if (rules.sold && (changed.value ?? 0) < (vote.value ?? 0)) return refusedFor("vote_lowered");
  const limit = brokenLimit({
    rules,
    vote: changed,
    replaced: vote,
    participantVotes:
      swapped === undefined
        ? participantVotes
        : { ...participantVotes, votes: withVote(participantVotes.votes, swapped) },
    placesTaken: option.placesTaken,
  });
  if (limit !== undefined) return refusedFor(limit);

  const price = rules.sold ? pricedVote(changed, vote, facts, now) : undefined;
  if (price?.kind === "refused") return price;
  const written = price?.vote ?? changed;
  const votes = [written, ...(swapped === undefined ? [] : [swapped])] as const;
  const result: Changed = {
    votes,
    tallyChange: tallyChangeOfVotes(
      participant,
      participantVotes,
      votes.reduce(withVote, participantVotes.votes),
    ),
    byAdmin: !own,
    unchanged: price?.purchase === undefined && swapped === undefined && sameContent(written, vote),
  };
  return price?.purchase === undefined
    ? { kind: "changed", ...result }
    : { kind: "to_pay", purchase: price.purchase, ...result };
}

/** Reads the value of a change. An unchanged value is valid with any bounds. A text is shown in both fields. */
function readChange(
  { type, bounds }: VotingRules,
  vote: ListedVote,
  { vote: given, voteText }: VoteInput,
): Reading<VoteValue> {
  const { value, text } = vote;
  const isSame = given === undefined || given === shownValue(vote);
  const isSameText = voteText === undefined || voteText === (text ?? null);
  const isGiven = given !== undefined || voteText !== undefined;
  if (isGiven && isSame && isSameText) return { ok: true, value: { value, text } };
  const isShownText = typeof given === "string" && isSame;
  // A text alone keeps the number beside it.
  const kept = voteText !== undefined && (value ?? 0) > 0 ? (given ?? value) : given;
  return type.read({ vote: isShownText ? undefined : kept, voteText }, bounds);
}

/** The refusal of a change to another user's vote. Members get 404. Undefined: the admin may change it. */
const strangerRefusal = ({ poll, access }: ChangeFacts): NotFound | Invalid | undefined => {
  if (access !== "admin") return new NotFound("Vote");
  return pollTypes.get(poll.type).adminsChangeParticipants
    ? undefined
    : voteRefusal("not_changeable");
};

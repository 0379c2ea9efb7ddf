import { type Actor, ownerKeyOf } from "../access/actor";
import type { Participant } from "../participants/participant";
import type { Poll } from "../polls/poll";
import { Forbidden, Invalid, NotFound } from "../refusals/refusal";
import { dayIn } from "../time/timezone";
import type { VoteInput } from "../vote-types/vote-type";
import { acceptance } from "./acceptance";
import { type ListedVote, type Pair, sameVote } from "./cast-vote";
import { brokenLimit, holderOf, limitUsed, purchaseRefusal } from "./limits";
import { readVote } from "./read-vote";
import { type Standing, withVote } from "./standing";
import { type TallyChange, tallyChange } from "./tally-change";
import { type VoteRefusalCode, voteRefusal } from "./vote-refusals";
import type { OptionFacts } from "./voting-rules";
import { votingRefusal } from "./voting-window";

/** A new vote as the request gives it, and the id it gets if it becomes one. */
export interface Cast extends VoteInput {
  readonly publicId: string;
  readonly votingCategoryId?: unknown;
}

/** What the checks of one vote look at. */
export interface VoteFacts {
  readonly poll: Poll;
  /** When the vote is made: the day of `vote_per_day`, and what the windows compare. */
  readonly now: Date;
  /** `PAYMENT_MINIMUM`, in the minor unit of the currency. */
  readonly paymentMinimum: number;
  /** What the participant has voted so far, in this poll. */
  readonly standing: Standing;
  /** In comparisons the pair the participant is asked about; undefined: none is left. */
  readonly offer: Pair | undefined;
  readonly cast: Cast;
}

export interface CastFacts extends VoteFacts {
  readonly actor: Actor;
  /** Undefined: there is none of that id in the poll. */
  readonly participant: Participant | undefined;
  /** Undefined: there is none of that id in the poll. */
  readonly option: OptionFacts | undefined;
}

/** What becomes of a vote; all but a refusal is written. */
export type CastDecision =
  | {
      readonly kind: "cast";
      readonly vote: ListedVote;
      /** The vote is the row of its id with a new value; else a new row. */
      readonly replaces: boolean;
      readonly tallyChange: TallyChange;
    }
  | { readonly kind: "held"; readonly vote: ListedVote; readonly replaces: boolean }
  | {
      readonly kind: "to_pay";
      readonly vote: ListedVote;
      readonly replaces: boolean;
      readonly tallyChange: TallyChange;
      readonly purchase: Purchase;
    }
  | { readonly kind: "refused"; readonly refusal: NotFound | Forbidden | Invalid };

/** Votes to be paid for before they count. */
export interface Purchase {
  readonly quantity: number;
  /** In the minor unit of the deployment's currency. */
  readonly amount: number;
}

export const refused = <Reason extends NotFound | Forbidden | Invalid>(refusal: Reason) =>
  ({ kind: "refused", refusal }) as const;

export const refusedFor = (code: VoteRefusalCode, extra: Readonly<Record<string, unknown>> = {}) =>
  refused(voteRefusal(code, extra));

/**
 * Decides on a new vote (rules 1 to 7) in the order of decisions 6: participant and option, ownership,
 * whether the poll accepts votes, the value, the limits, then held, to be paid, or cast.
 */
export function decideCast(facts: CastFacts): CastDecision {
  const { participant, option, actor } = facts;
  if (participant === undefined) return refused(new NotFound("Participant"));
  if (option === undefined || !option.visible) return refused(new NotFound("Option"));
  if (ownerKeyOf(actor) !== participant.ownerKey) return refused(new Forbidden());
  const closed = votingRefusal(facts.poll, facts.now);
  if (closed !== undefined) return refusedFor(closed);
  return decideOwnVote(facts, participant, option);
}

/** The checks of a vote from acceptance on, for a participant and option that stand and a poll that is open. */
export function decideOwnVote(
  facts: VoteFacts,
  participant: Participant,
  option: OptionFacts,
): CastDecision {
  const { poll, now, cast, standing, offer } = facts;
  const accepted = acceptance(poll, participant, option, now);
  if (!accepted.ok) return refusedFor(accepted.code);
  const { rules } = accepted;

  const reading = readVote(poll, rules, cast, cast.votingCategoryId);
  if (!reading.ok) return refused(new Invalid(reading.errors));
  const voteDate = poll.settings.vote_per_day ? dayIn(poll.settings.timezone, now) : undefined;
  const key = { publicId: cast.publicId, stepId: rules.stepId, voteDate };
  const loser = rules.type.compares ? otherOf(offer, option.option.id) : undefined;
  if (rules.type.compares && loser === undefined) {
    return refusedFor(noPairCode(limitUsed(standing, key, rules), rules.limitPerVoter));
  }
  const fresh: ListedVote = {
    ...key,
    participantId: participant.id,
    optionId: option.option.id,
    loserOptionId: loser,
    type: rules.type.name,
    paidVotes: undefined,
    ...reading.value,
  };
  const first = standing.votes.find((vote) => sameVote(vote, fresh));
  if (first !== undefined && !isOpenPurchase(first)) {
    return refusedFor("already_voted", { vote_id: first.publicId });
  }
  const replaced = first ?? standing.held.find((vote) => sameVote(vote, fresh));
  const vote = { ...fresh, publicId: replaced?.publicId ?? fresh.publicId };
  if (rules.type.unique && holderOf([...standing.votes, ...standing.held], vote) !== undefined) {
    return refusedFor("rank_taken");
  }
  const limit = brokenLimit({ rules, vote, replaced, standing, placesTaken: option.placesTaken });
  if (limit !== undefined) return refusedFor(limit);

  const purchase = rules.sold ? priced(vote, first, facts) : undefined;
  if (purchase?.kind === "refused") return purchase;
  if (participant.confirmedAt === undefined) {
    return { kind: "held", vote, replaces: replaced !== undefined };
  }
  return written(facts, participant, purchase?.vote ?? vote, {
    replaces: first !== undefined,
    purchase: purchase?.purchase,
  });
}

/** A vote whose purchase is not wholly paid: another create replaces its value and payment. */
const isOpenPurchase = ({ value, paidVotes }: ListedVote): boolean =>
  paidVotes !== undefined && paidVotes < (value ?? 0);

const otherOf = (offer: Pair | undefined, winner: bigint): bigint | undefined => {
  if (offer === undefined) return undefined;
  const [one, other] = offer;
  if (winner === one) return other;
  return winner === other ? one : undefined;
};

/** Why a comparison has no such pair: all of the participant's votes are used, or it is not on offer. */
const noPairCode = (used: number, limit: number | undefined): VoteRefusalCode =>
  limit !== undefined && used >= limit ? "vote_limit_per_voter_reached" : "not_on_offer";

/** A sold vote with its paid part, and what is left to pay; nothing where the new value is what is paid. */
export function priced(
  vote: ListedVote,
  before: ListedVote | undefined,
  { poll, paymentMinimum }: Pick<VoteFacts, "poll" | "paymentMinimum">,
):
  | {
      readonly kind: "priced";
      readonly vote: ListedVote;
      readonly purchase: Purchase | undefined;
    }
  | { readonly kind: "refused"; readonly refusal: Invalid } {
  const paidVotes = before?.paidVotes ?? 0;
  const quantity = (vote.value ?? 0) - paidVotes;
  if (quantity < 0) return refusedForLowering;
  if (vote.value === undefined) return { kind: "priced", vote, purchase: undefined };
  const sold = { ...vote, paidVotes };
  if (quantity === 0) return { kind: "priced", vote: sold, purchase: undefined };
  const fee = poll.settings.voting_fee ?? 0;
  const tooSmall = purchaseRefusal(quantity, paidVotes, { fee, minimum: paymentMinimum });
  if (tooSmall !== undefined) return { kind: "refused", refusal: tooSmall };
  return { kind: "priced", vote: sold, purchase: { quantity, amount: quantity * fee } };
}

const refusedForLowering = { kind: "refused", refusal: voteRefusal("vote_lowered") } as const;

function written(
  { standing }: VoteFacts,
  participant: Participant,
  vote: ListedVote,
  { replaces, purchase }: { readonly replaces: boolean; readonly purchase: Purchase | undefined },
): CastDecision {
  const change = tallyChange(
    { participant, votes: standing.votes },
    { participant, votes: withVote(standing.votes, vote) },
    standing.unlisted,
  );
  return purchase === undefined
    ? { kind: "cast", vote, replaces, tallyChange: change }
    : { kind: "to_pay", vote, replaces, tallyChange: change, purchase };
}

import type { Participant } from "../participants/participant";
import type { CastDecision } from "./decide-cast";
import type { ChangeDecision } from "./decide-change";
import type { CreditDecision } from "./decide-credit";
import type { WithdrawDecision } from "./decide-withdraw";
import { hasPlace } from "./limits";
import { type Branching, skipVotes } from "./skip-votes";
import { noTallyChange, type TallyChange, tallyChangeOfVotes } from "./tally-change";
import {
  type ListedVote,
  noVotes,
  type Pair,
  type ParticipantVotes,
  samePair,
  withoutVote,
  withVote,
} from "./vote";
import type { OptionFacts } from "./voting-rules";

export interface VotesBefore {
  /** By participant. A missing participant has no votes. */
  readonly participantVotes: ReadonlyMap<bigint, ParticipantVotes>;
  readonly offers: ReadonlyMap<bigint, Pair>;
  /** By participant of a survey whose steps have rules. All of their votes are listed. */
  readonly branching: ReadonlyMap<bigint, Branching>;
}

export interface VotingCase {
  readonly participant: Pick<Participant, "id" | "fraudulent" | "paid"> | undefined;
  /** The option before the first decision. */
  readonly option: OptionFacts | undefined;
  /** The day of the vote, in polls with `vote_per_day`. */
  readonly voteDate: string | undefined;
}

/** The state after the decisions before this one. */
export interface CaseState {
  readonly participantVotes: ParticipantVotes;
  readonly option: OptionFacts | undefined;
  readonly offer: Pair | undefined;
}

type VoteDecision = CastDecision | ChangeDecision | WithdrawDecision | CreditDecision;

/** The changes of an accepted decision. All are for one participant. */
export interface VoteWrites {
  /** New votes, and votes with a new value. */
  readonly stored: readonly ListedVote[];
  readonly held: readonly ListedVote[];
  readonly removed: readonly ListedVote[];
  /** Undefined: the pair on offer stays the same. With an undefined pair: no pair is on offer. */
  readonly offer: { readonly participantId: bigint; readonly pair: Pair | undefined } | undefined;
  readonly tallyChange: TallyChange;
  /** An admin changed votes of another user: the participant becomes `changed_by_admin`. */
  readonly changedByAdmin: bigint | undefined;
  /** Values changed, but no counts did. Subscribers of the results must be notified anyway. */
  readonly notifies: boolean;
}

interface Refused {
  readonly kind: "refused";
}

/** A case with its decision and, if it is accepted, its changes. */
export type DecidedCase<Case, Decision> =
  | {
      readonly of: Case;
      readonly decision: Exclude<Decision, Refused>;
      readonly writes: VoteWrites;
    }
  | {
      readonly of: Case;
      readonly decision: Extract<Decision, Refused>;
      readonly writes: undefined;
    };

/** Decides on votes in order, each with the votes, places and offers after the decisions before it. */
export function decideInOrder<Case extends VotingCase, Decision extends VoteDecision>(
  cases: readonly Case[],
  before: VotesBefore,
  decide: (one: Case, state: CaseState) => Decision,
): readonly DecidedCase<Case, Decision>[] {
  const state = new VotingState(cases, before);
  return cases.map((one) => {
    const decision = decide(one, state.of(one));
    const writes = state.apply(one, decision);
    return { of: one, decision, writes } as DecidedCase<Case, Decision>;
  });
}

/** A key for the places of an option, or with a date for those of one of its days. */
export const placeKey = (optionId: bigint, voteDate: string | undefined): string =>
  `${optionId} ${voteDate ?? ""}`;

const onePerPlace = (votes: readonly ListedVote[]) =>
  new Map(votes.map((vote) => [placeKey(vote.optionId, vote.voteDate), vote])).values();

class VotingState {
  readonly #votes: Map<bigint, ParticipantVotes>;
  readonly #offers: Map<bigint, Pair>;
  readonly #branching: VotesBefore["branching"];
  /** By option and day, if the places of the option are limited. */
  readonly #placesTaken = new Map<string, number>();

  constructor(cases: readonly VotingCase[], before: VotesBefore) {
    const { participantVotes, offers, branching } = before;
    this.#votes = new Map(participantVotes);
    this.#branching = branching;
    this.#offers = new Map(offers);
    for (const { option, voteDate } of cases) {
      if (option?.placesTaken === undefined) continue;
      this.#placesTaken.set(placeKey(option.option.id, voteDate), option.placesTaken);
    }
  }

  of({ participant, option, voteDate }: VotingCase): CaseState {
    return {
      participantVotes: this.#votesOf(participant?.id),
      option: option?.placesTaken === undefined ? option : this.#withPlaces(option, voteDate),
      offer: participant && this.#offers.get(participant.id),
    };
  }

  #withPlaces(option: OptionFacts, voteDate: string | undefined): OptionFacts {
    const placesTaken = this.#placesTaken.get(placeKey(option.option.id, voteDate)) ?? 0;
    return { ...option, placesTaken };
  }

  #votesOf(participantId: bigint | undefined): ParticipantVotes {
    return (participantId === undefined ? undefined : this.#votes.get(participantId)) ?? noVotes;
  }

  apply({ participant }: VotingCase, decision: VoteDecision): VoteWrites | undefined {
    if (decision.kind === "refused") return undefined;
    if (participant === undefined) throw new Error("a vote without a participant was accepted");
    const { id } = participant;
    const before = this.#votesOf(id);
    const decided = writesOf(decision, id, this.#offers.get(id));
    const stored = decided.stored.reduce(withVote, before.votes);
    const listed = decided.removed.reduce(
      (rest, { publicId }) => withoutVote(rest, publicId),
      stored,
    );
    const branching = this.#branching.get(id);
    const votes = branching === undefined ? listed : skipVotes(branching, listed);
    const writes = votes === listed ? decided : withSkips(decided, participant, before, votes);
    if (this.#placesTaken.size > 0) this.#movePlaces(writes, before.votes, votes);
    const held = writes.held.reduce(withVote, before.held);
    this.#votes.set(id, { votes, held, unlisted: before.unlisted });
    if (writes.offer?.pair !== undefined) this.#offers.set(id, writes.offer.pair);
    else if (writes.offer !== undefined) this.#offers.delete(id);
    return writes;
  }

  #movePlaces(
    { stored, removed }: VoteWrites,
    before: readonly ListedVote[],
    after: readonly ListedVote[],
  ): void {
    for (const vote of onePerPlace([...stored, ...removed])) {
      const key = placeKey(vote.optionId, vote.voteDate);
      const change = Number(hasPlace(after, vote)) - Number(hasPlace(before, vote));
      this.#placesTaken.set(key, (this.#placesTaken.get(key) ?? 0) + change);
    }
  }
}

/** The votes whose step is skipped now, or no longer, are written too, and leave or enter the tallies. */
function withSkips(
  writes: VoteWrites,
  participant: Pick<Participant, "fraudulent" | "paid">,
  before: ParticipantVotes,
  votes: readonly ListedVote[],
): VoteWrites {
  const changed = votes.filter((vote) => !before.votes.includes(vote));
  const tallyChange = tallyChangeOfVotes(participant, before, votes);
  return {
    ...writes,
    stored: changed,
    tallyChange,
    notifies: changed.length > 0 && tallyChange.options.length === 0,
  };
}

const nothingWritten: VoteWrites = {
  stored: [],
  held: [],
  removed: [],
  offer: undefined,
  tallyChange: noTallyChange,
  changedByAdmin: undefined,
  notifies: false,
};

function writesOf(
  decision: Exclude<VoteDecision, Refused>,
  participantId: bigint,
  offer: Pair | undefined,
): VoteWrites {
  switch (decision.kind) {
    case "held":
      return {
        ...nothingWritten,
        held: decision.unchanged ? [] : [decision.vote],
        offer: judged(decision.vote, offer),
      };
    case "withdrawn": {
      const { vote, offerAgain, tallyChange, byAdmin } = decision;
      return {
        ...nothingWritten,
        removed: [vote],
        offer: offerAgain && { participantId, pair: offerAgain },
        tallyChange,
        changedByAdmin: byAdmin ? participantId : undefined,
      };
    }
    case "credited":
      return { ...nothingWritten, stored: decision.votes, tallyChange: decision.tallyChange };
  }
  const { tallyChange } = decision;
  if ("unchanged" in decision && decision.unchanged) return nothingWritten;
  if ("vote" in decision) {
    const { vote } = decision;
    return { ...nothingWritten, stored: [vote], offer: judged(vote, offer), tallyChange };
  }
  return {
    ...nothingWritten,
    stored: decision.votes,
    tallyChange,
    changedByAdmin: decision.byAdmin ? participantId : undefined,
    notifies: tallyChange.options.length === 0,
  };
}

/** A compared pair is no longer on offer. */
function judged(
  { participantId, optionId, loserOptionId }: ListedVote,
  offer: Pair | undefined,
): VoteWrites["offer"] {
  if (offer === undefined || loserOptionId === undefined) return undefined;
  return samePair(offer, [optionId, loserOptionId])
    ? { participantId, pair: undefined }
    : undefined;
}

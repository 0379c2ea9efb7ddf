import type { PollSettings } from "../../polls/settings";
import { type CastDecision, type CastFacts, decideCast } from "../decide-cast";
import { type CaseState, decideInOrder } from "../decide-in-order";
import { type ListedVote, noVotes } from "../vote";
import {
  euros,
  now,
  optionFacts,
  ordinaryParticipant,
  ordinaryPoll,
  storedVote,
  voter,
} from "./ordinary";

export const ordinary: CastFacts = {
  poll: ordinaryPoll(),
  actor: voter,
  access: "member",
  now,
  amounts: euros,
  participant: ordinaryParticipant(),
  participantVotes: noVotes,
  option: optionFacts(),
  offer: undefined,
  cast: { publicId: "new", vote: 1 },
};

export const cast = (difference: Partial<CastFacts>) => decideCast({ ...ordinary, ...difference });

export const withSettings = (settings: Partial<PollSettings>) => ordinaryPoll({ settings });

/** The code of the refusal, or the kind of the decision. */
export const outcome = (decision: CastDecision): string =>
  decision.kind === "refused" ? decision.refusal.code : decision.kind;

/** The state that the next decision sees. */
export function stateAfter(facts: CastFacts, decision: CastDecision): CaseState | undefined {
  const { participant, participantVotes, offer } = facts;
  const id = participant?.id ?? 0n;
  const before = {
    participantVotes: new Map([[id, participantVotes]]),
    offers: new Map(offer && [[id, offer]]),
    branching: new Map(),
  };
  const one = { ...facts, voteDate: undefined };
  let seen: CaseState | undefined;
  decideInOrder([one, one], before, (_, state) => {
    seen = state;
    return decision;
  });
  return seen;
}

export const voteOn = (optionId: bigint, difference: Partial<ListedVote> = {}) =>
  storedVote({ type: "Votes::BooleanVote", publicId: `vote-${optionId}`, optionId, ...difference });

export const categories = [
  { id: 1, title: "Taste" },
  { id: 2, title: "Price" },
];
export const inCategory = (votingCategoryId: number, optionId: bigint, value = 1) =>
  voteOn(optionId, { votingCategoryId, value, publicId: `${optionId} in ${votingCategoryId}` });

export const having = (...votes: readonly ListedVote[]) => ({ ...noVotes, votes });

export const tomorrow = new Date("2030-05-16T12:00:00.000Z");
export const yesterday = new Date("2030-05-14T12:00:00.000Z");

/** What a vote that counts nowhere changes: it takes a place of its option all the same. */
export const onlyAPlace = {
  optionId: 100n,
  votingCategoryId: 0,
  votes: 0,
  total: 0,
  noes: 0,
  voters: 0,
  places: 1,
};

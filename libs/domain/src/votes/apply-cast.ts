import type { Pair } from "./cast-vote";
import type { CastDecision, CastFacts } from "./decide-cast";
import { hasPlace } from "./limits";
import { type Standing, withVote } from "./standing";

/** The facts that a vote changes: of its participant, its option, and the participant's pair. */
export interface VotingState {
  readonly standing: Standing;
  readonly placesTaken: number;
  readonly offer: Pair | undefined;
}

/**
 * What the facts say once a decision is written, so that several casts of a batch are decided one
 * after the other. After a comparison there is no pair on offer until the next one is chosen.
 */
export function applyCast(
  { standing, option, offer }: Pick<CastFacts, "standing" | "option" | "offer">,
  decision: CastDecision,
): VotingState {
  const placesTaken = option?.placesTaken ?? 0;
  if (decision.kind === "refused") return { standing, placesTaken, offer };
  const { vote } = decision;
  const rest = vote.loserOptionId === undefined ? offer : undefined;
  if (decision.kind === "held") {
    return {
      standing: { ...standing, held: withVote(standing.held, vote) },
      placesTaken,
      offer: rest,
    };
  }
  const votes = withVote(standing.votes, vote);
  const places = Number(hasPlace(votes, vote)) - Number(hasPlace(standing.votes, vote));
  return { standing: { ...standing, votes }, placesTaken: placesTaken + places, offer: rest };
}

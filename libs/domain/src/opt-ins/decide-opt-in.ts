import type { Participant } from "../participants/participant";
import type { Poll } from "../polls/poll";
import { hasGraceEnded } from "../votes/grace";

/** A link as it was mailed. */
export interface OptIn {
  readonly expiresAt: Date;
  /** The participant has named another address since. */
  readonly endedAt: Date | undefined;
  /** The owner of the address did not ask for it. */
  readonly deniedAt: Date | undefined;
  /** By this link. */
  readonly confirmedAt: Date | undefined;
}

export interface OptInFacts {
  readonly optIn: OptIn;
  readonly poll: Pick<Poll, "status" | "settings" | "closedAt">;
  readonly participant: Pick<Participant, "confirmedAt">;
  /** Another participant of the poll has confirmed the address. */
  readonly addressTaken: boolean;
  readonly now: Date;
}

/** A link confirms, or the reason why not. */
export type OptInDecision =
  | "confirm"
  | "already"
  | "denied"
  | "ended"
  | "taken"
  | "expired"
  | "closed";

/**
 * Decides what the button of a link does (docs/reference/opt-in.md#confirming). A link works once. A
 * link of a confirmed participant changes nothing and is no failure.
 */
export function decideOptIn({
  optIn,
  poll,
  participant,
  addressTaken,
  now,
}: OptInFacts): OptInDecision {
  if (optIn.deniedAt !== undefined) return "denied";
  if (optIn.endedAt !== undefined) return "ended";
  if (participant.confirmedAt !== undefined) return "already";
  if (addressTaken) return "taken";
  if (now >= optIn.expiresAt) return "expired";
  return hasGraceEnded(poll, now) ? "closed" : "confirm";
}

/**
 * Whether a link opens the requests of others to its address, also when its own was ended or denied: who has
 * the link has the address (docs/reference/opt-in.md#what-is-shown).
 */
export const opensOthers = (facts: OptInFacts): boolean =>
  decideOptIn({
    ...facts,
    optIn: { ...facts.optIn, endedAt: undefined, deniedAt: undefined },
    ...(facts.optIn.endedAt !== undefined && { participant: { confirmedAt: undefined } }),
  }) === "confirm";

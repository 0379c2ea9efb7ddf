import type { Participant } from "../participants/participant";
import type { Poll } from "../polls/poll";
import { hasGraceEnded } from "../votes/grace";

/** A link as it was mailed. */
export interface OptIn {
  readonly expiresAt: Date;
  /** The participant has named another address since. */
  readonly endedAt: Date | undefined;
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
export type OptInDecision = "confirm" | "already" | "ended" | "taken" | "expired" | "closed";

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
  if (optIn.endedAt !== undefined) return "ended";
  if (participant.confirmedAt !== undefined) return "already";
  if (addressTaken) return "taken";
  if (now >= optIn.expiresAt) return "expired";
  return hasGraceEnded(poll, now) ? "closed" : "confirm";
}

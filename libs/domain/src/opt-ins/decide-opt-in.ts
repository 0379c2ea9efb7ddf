import type { Participant } from "../participants/participant";
import type { Poll } from "../polls/poll";
import { hasGraceEnded } from "../votes/grace";

export interface OptIn {
  readonly expiresAt: Date;
  /** When the participant changed to another address. Confirming is no longer possible. */
  readonly endedAt: Date | undefined;
  /** When the owner of the address reported that they did not request the mail. */
  readonly deniedAt: Date | undefined;
  /** When the participant confirmed with this link. */
  readonly confirmedAt: Date | undefined;
}

type WithAddress = Pick<Participant, "confirmedAt" | "optinEmail">;

/** Whether a participant has no confirmed address: it is pending, or takes part without one. */
export const lacksAddress = ({ confirmedAt, optinEmail }: WithAddress): boolean =>
  confirmedAt === undefined || optinEmail === undefined;

export interface OptInFacts {
  readonly optIn: OptIn;
  readonly poll: Pick<Poll, "status" | "settings" | "closedAt">;
  readonly participant: WithAddress;
  /** Another participant of the poll has confirmed the address. */
  readonly addressTaken: boolean;
  readonly now: Date;
}

/** A link confirms the participant, or the address of one who takes part, or is refused for a reason. */
export type OptInDecision =
  | "confirm"
  | "already"
  | "denied"
  | "ended"
  | "taken"
  | "expired"
  | "closed";

/**
 * Decides on a confirmation (docs/reference/opt-in.md#confirming). A link works once; for a participant that has a
 * confirmed address already it succeeds and changes nothing.
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
  if (optIn.confirmedAt !== undefined || !lacksAddress(participant)) return "already";
  if (addressTaken) return "taken";
  if (now >= optIn.expiresAt) return "expired";
  return hasGraceEnded(poll, now) ? "closed" : "confirm";
}

/**
 * Whether a link also shows the other requests to its address, even if its own was ended or denied: only the owner of
 * the address has it (docs/reference/opt-in.md#what-is-shown).
 */
export const opensOthers = (facts: OptInFacts): boolean =>
  decideOptIn({
    ...facts,
    optIn: { ...facts.optIn, endedAt: undefined, deniedAt: undefined },
    ...(facts.optIn.endedAt !== undefined && {
      participant: { confirmedAt: undefined, optinEmail: undefined },
    }),
  }) === "confirm";

import type { Payment } from "./payment";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RETRIED_FOR_MS = 30 * DAY_MS;

/**
 * When a refused refund or reversal is sent again (docs/reference/payments.md#refused-refunds): after pauses that grow
 * from an hour to a day. Undefined after 30 days.
 */
export function retryAfterRefusal(since: Date, now: Date): Date | undefined {
  const ageMs = now.getTime() - since.getTime();
  if (ageMs > RETRIED_FOR_MS) return undefined;
  return new Date(now.getTime() + Math.min(Math.max(HOUR_MS, ageMs / 2), DAY_MS));
}

/** A refund of a checkout, as far as the decision about the next one needs it. */
export interface EarlierRefund {
  readonly id: bigint;
  readonly state: string;
  readonly amount: number;
  readonly isRequested: boolean;
  /** Why the provider refused the refund, or why the bank returned it. */
  readonly failure: string | undefined;
  readonly retryAt: Date | undefined;
  /** Whether the provider has accepted the refund. */
  readonly isKnown: boolean;
  readonly createdAt: Date;
}

export interface OwedRefundFacts {
  /** The refunds of the checkout, oldest first. */
  readonly refunds: readonly EarlierRefund[];
  /** The amount that must be returned without a request of an admin. */
  readonly due: number;
  /** The amount that the payer has not got back. */
  readonly left: number;
  /** Whether a bank withholds the money because of a dispute. Refused refunds then wait. */
  readonly isWithheld: boolean;
  /** The refunds that the provider reports, except those that failed. */
  readonly refunded: number;
}

export interface OwedRefundDecision {
  /** A refused refund that is sent again, with its amount. */
  readonly again: readonly { readonly id: bigint; readonly amount: number }[];
  /** Refused refunds whose money was returned in another way. */
  readonly over: readonly bigint[];
  /** The amount of a new refund. 0: none. */
  readonly fresh: number;
  /** When to decide again. Undefined: after the next report. */
  readonly next: Date | undefined;
}

/** A refund that the provider refused to make, and that is still wanted. */
const isRefused = ({
  state,
  failure,
  isKnown,
}: Pick<EarlierRefund, "state" | "failure" | "isKnown">): boolean =>
  state === "failed" && failure !== undefined && !isKnown;

/**
 * Whether the payer still waits for a refund: the provider refused it, or a bank returned money that could not be
 * accepted.
 */
export const isFailing = (
  { state, failure, providerRefundId }: FailedRefund,
  { rejection }: Pick<Payment, "rejection">,
): boolean =>
  state === "failed" && failure !== null && (providerRefundId === null || rejection !== undefined);

interface FailedRefund {
  readonly state: string;
  readonly failure: string | null;
  readonly providerRefundId: string | null;
}

/** Decides which refunds of a checkout are sent, at most one for the same money at a time. */
export function decideOwedRefund(facts: OwedRefundFacts, now: Date): OwedRefundDecision {
  const { refunds, due, left, refunded, isWithheld } = facts;
  if (isWithheld) return { again: [], over: [], fresh: 0, next: undefined };
  const refused = refunds.filter(isRefused);
  const amountOf = ({ amount, isRequested }: EarlierRefund) => (isRequested ? amount : due);
  const isOver = (one: EarlierRefund) => amountOf(one) === 0 || amountOf(one) > left;
  const over = refused.filter(isOver);
  const wanted = refused.filter((one) => !over.includes(one));
  const isDue = ({ retryAt }: EarlierRefund) => retryAt !== undefined && retryAt <= now;
  const again = wanted.filter(isDue);
  const waiting = wanted.flatMap((one) =>
    isDue(one) || one.retryAt === undefined ? [] : [one.retryAt],
  );
  const returned = refunds.filter(({ state, isKnown }) => state === "failed" && isKnown);
  const isMissing = due > 0 && wanted.length === 0 && !isUnderWay(refunds, refunded);
  const retryAt = isMissing ? retryOfReturned(returned) : undefined;
  const isNow = isMissing && (returned.length === 0 || (retryAt !== undefined && retryAt <= now));
  return {
    again: again.map((one) => ({ id: one.id, amount: amountOf(one) })),
    over: over.map(({ id }) => id),
    fresh: isNow ? due : 0,
    next: earliest(isNow || retryAt === undefined ? waiting : [...waiting, retryAt]),
  };
}

/** Whether a refund has not been reported yet, so that a second one could return the money twice. */
function isUnderWay(refunds: readonly EarlierRefund[], refunded: number): boolean {
  const sent = refunds.filter(({ state }) => state === "sent" || state === "done");
  return (
    refunds.some(({ state }) => state === "asked") ||
    sent.reduce((sum, { amount }) => sum + amount, 0) > refunded
  );
}

/** When money that banks returned is sent again. */
function retryOfReturned(returned: readonly EarlierRefund[]): Date | undefined {
  const [first, last] = [returned[0], returned.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return last.retryAt ?? retryAfterRefusal(first.createdAt, last.createdAt);
}

/** The first of several times. */
export const earliest = (times: readonly Date[]): Date | undefined =>
  times.toSorted((one, other) => one.getTime() - other.getTime())[0];

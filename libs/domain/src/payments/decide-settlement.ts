import type { Poll } from "../polls/poll";
import { closingsBefore, GRACE_MS } from "../votes/grace";
import { creditedTo, type Payment, type PaymentState, type Rejection } from "./payment";

export type CheckoutState = "open" | "processing" | "paid" | "expired" | "failed";

export type Dispute = "none" | "open" | "won" | "lost";

/** What the provider says of one checkout: all of it, so that the order of news does not matter. */
export interface CheckoutFacts {
  readonly checkoutId: bigint;
  readonly state: CheckoutState;
  /** What arrived, and how much of that went back or is on its way back, in the minor unit. */
  readonly received: number;
  readonly refunded: number;
  readonly dispute: Dispute;
  readonly arrivedAt: Date | undefined;
  /** Amount, currency, reference and mode are those of our payment. */
  readonly matches: boolean;
}

export interface SettlementFacts {
  readonly payment: Pick<
    Payment,
    "kind" | "quantity" | "unitAmount" | "acceptedAt" | "endedAt" | "rejection" | "state"
  >;
  readonly checkouts: readonly CheckoutFacts[];
  /** Whether what is paid for is still there. */
  readonly subject: "there" | "gone" | "poll_deleted";
  /** Votes: how many the vote still takes, without what this payment has credited. */
  readonly room: number;
  /** Money that arrives later than this goes back; undefined: the poll is open. */
  readonly acceptedUntil: Date | undefined;
}

export interface Settlement {
  readonly state: PaymentState;
  readonly received: number;
  readonly refunded: number;
  readonly credited: number;
  /** The checkout whose money is kept, or was. */
  readonly keptCheckoutId: bigint | undefined;
  readonly rejection: Rejection | undefined;
  /** Money that nobody may keep, by checkout. */
  readonly refundsDue: readonly { readonly checkoutId: bigint; readonly amount: number }[];
}

/**
 * What a payment comes to, from everything the provider says of it now (decisions 10, reliability Y4).
 * Whether money may stay is decided once, when it is first seen; refunds and disputes then only
 * change how much of it counts.
 */
export function decideSettlement(facts: SettlementFacts): Settlement {
  const paid = facts.checkouts
    .filter(({ state }) => state === "paid")
    .toSorted((one, other) => timeOf(one) - timeOf(other));
  const [kept, ...surplus] = paid;
  if (kept === undefined) {
    return {
      ...{ state: stateOfUnpaid(facts), received: 0, refunded: 0, credited: 0, refundsDue: [] },
      ...{ keptCheckoutId: undefined, rejection: undefined },
    };
  }
  const rejection = rejectionOf(facts, kept);
  const rejected = rejection === undefined ? surplus : paid;
  return {
    state: stateOfPaid(paid),
    received: sum(paid.map(({ received }) => received)),
    refunded: sum(paid.map(({ refunded }) => refunded)),
    credited: rejection === undefined ? creditOf(facts.payment, kept) : 0,
    keptCheckoutId: kept.checkoutId,
    rejection,
    refundsDue: rejected
      .filter(({ dispute, received, refunded }) => !isLost(dispute) && received > refunded)
      .map(({ checkoutId, received, refunded }) => ({ checkoutId, amount: received - refunded })),
  };
}

const timeOf = ({ arrivedAt }: CheckoutFacts): number => arrivedAt?.getTime() ?? 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The bank holds the money back, or has taken it. */
const isLost = (dispute: Dispute): boolean => dispute === "open" || dispute === "lost";

function stateOfUnpaid({ checkouts }: SettlementFacts): PaymentState {
  if (checkouts.some(({ state }) => state === "open" || state === "processing")) return "open";
  const last = checkouts.at(-1)?.state;
  return last === "expired" || last === "failed" ? last : "created";
}

function stateOfPaid(paid: readonly CheckoutFacts[]): PaymentState {
  if (paid.some(({ dispute }) => isLost(dispute))) return "disputed";
  return paid.every(({ received, refunded }) => refunded >= received) ? "refunded" : "paid";
}

/** Why the money goes back; undefined: it stays. */
function rejectionOf(facts: SettlementFacts, kept: CheckoutFacts): Rejection | undefined {
  const { payment, subject, acceptedUntil } = facts;
  if (payment.acceptedAt !== undefined) return undefined;
  if (payment.rejection !== undefined) return payment.rejection;
  if (!kept.matches) return "mismatch";
  if (subject === "poll_deleted") return "poll_deleted";
  if (subject === "gone") return "gone";
  if (payment.endedAt !== undefined) return "replaced";
  if (creditedTo[payment.kind] === "vote" && facts.room < payment.quantity) return "replaced";
  const { arrivedAt } = kept;
  if (acceptedUntil !== undefined && arrivedAt !== undefined && arrivedAt > acceptedUntil) {
    return "late";
  }
  return undefined;
}

/** Votes count as far as they are paid for; a fee counts until all of it went back. */
function creditOf(
  { kind, quantity, unitAmount }: SettlementFacts["payment"],
  { received, refunded, dispute }: CheckoutFacts,
): number {
  if (isLost(dispute)) return 0;
  const left = Math.max(received - refunded, 0);
  if (creditedTo[kind] !== "vote") return left > 0 ? quantity : 0;
  return Math.min(quantity, Math.floor(left / (unitAmount ?? 1)));
}

/** Until when money for a poll may arrive: 24 h after it closed; undefined: it is open (decisions 10). */
export function moneyAcceptedUntil(
  poll: Pick<Poll, "status" | "settings" | "closedAt">,
  now: Date,
): Date | undefined {
  const closings = closingsBefore(poll, now).map((closing) => closing.getTime());
  return closings.length === 0 ? undefined : new Date(Math.min(...closings) + GRACE_MS);
}

import type { Poll } from "../polls/poll";
import { closingsBefore, GRACE_MS } from "../votes/grace";
import { creditedTo, type Payment, type Rejection } from "./payment";
import type { PaymentState } from "./payment-states";

export type CheckoutState = "open" | "processing" | "paid" | "expired" | "failed";

/** `inquiry`: a bank asks, and has taken no money. */
export type DisputeState = "none" | "inquiry" | "open" | "won" | "lost";

/** All that the provider reports about a checkout, so that the order of events does not matter. */
export interface CheckoutFacts {
  readonly checkoutId: bigint;
  readonly state: CheckoutState;
  /** The money that arrived, in the minor unit. */
  readonly received: number;
  /** The sum of its refunds, except those that failed. A refund counts as soon as it is sent. */
  readonly refunded: number;
  readonly dispute: DisputeState;
  readonly arrivedAt: Date | undefined;
  /** Whether amount, currency, reference, mode, payee and the operator's share match the payment. */
  readonly matches: boolean;
}

export interface SettlementFacts {
  readonly payment: Pick<
    Payment,
    "kind" | "quantity" | "unitAmount" | "acceptedAt" | "endedAt" | "rejection" | "state"
  >;
  readonly checkouts: readonly CheckoutFacts[];
  /** Whether the paid vote, participant or option still exists. */
  readonly subject: "there" | "gone" | "poll_deleted";
  /** How many more votes the row takes, not counting this payment. A fee has room if no other payment of it counts. */
  readonly room: number;
  /** Whether a bought vote has lost its place and its option has no place left. */
  readonly isFull: boolean;
  /** Money that arrives after this time is refunded. Undefined while the poll is open. */
  readonly acceptedUntil: Date | undefined;
}

export interface Settlement {
  readonly state: PaymentState;
  readonly received: number;
  readonly refunded: number;
  readonly credited: number;
  /** How much of what was paid the object cannot take any more. Its money must be refunded. */
  readonly surplus: number;
  /** The checkout whose money is kept, now or earlier. */
  readonly keptCheckoutId: bigint | undefined;
  readonly rejection: Rejection | undefined;
  /** Money that must be refunded, by checkout. */
  readonly refundsDue: readonly { readonly checkoutId: bigint; readonly amount: number }[];
}

/**
 * Decides the state of a payment from the current reports of the provider (docs/reference/payments.md#settlement).
 * Whether money is accepted is decided once, when it is first seen; later refunds and disputes only change how much
 * counts.
 */
export function decideSettlement(facts: SettlementFacts): Settlement {
  const paid = facts.checkouts
    .filter(({ state }) => state === "paid")
    .toSorted((one, other) => timeOf(one) - timeOf(other));
  const [kept, ...surplus] = paid;
  if (kept === undefined) {
    return {
      state: stateOfUnpaid(facts),
      received: 0,
      refunded: 0,
      credited: 0,
      surplus: 0,
      refundsDue: [],
      keptCheckoutId: undefined,
      rejection: undefined,
    };
  }
  const rejection = rejectionOf(facts, kept);
  const paidFor = rejection === undefined ? creditOf(facts.payment, kept) : 0;
  const credited = Math.min(paidFor, takenBy(facts));
  const rejected = rejection === undefined ? surplus : paid;
  return {
    state: stateOfPaid(paid),
    received: sum(paid.map(({ received }) => received)),
    refunded: sum(paid.map(({ refunded }) => refunded)),
    credited,
    surplus: paidFor - credited,
    keptCheckoutId: kept.checkoutId,
    rejection,
    refundsDue: rejected
      .filter(({ dispute, received, refunded }) => !isWithheld(dispute) && received > refunded)
      .map(({ checkoutId, received, refunded }) => ({ checkoutId, amount: received - refunded })),
  };
}

const timeOf = ({ arrivedAt }: CheckoutFacts): number => arrivedAt?.getTime() ?? 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Whether the bank withholds the money: until a dispute is decided, and after it is lost. */
export const isWithheld = (dispute: DisputeState): boolean =>
  dispute === "open" || dispute === "lost";

function stateOfUnpaid({ checkouts }: SettlementFacts): PaymentState {
  if (checkouts.some(({ state }) => state === "open" || state === "processing")) return "open";
  const last = checkouts.at(-1)?.state;
  return last === "expired" || last === "failed" ? last : "created";
}

function stateOfPaid(paid: readonly CheckoutFacts[]): PaymentState {
  if (paid.some(({ dispute }) => isWithheld(dispute))) return "disputed";
  return paid.every(({ received, refunded }) => refunded >= received) ? "refunded" : "paid";
}

/** Why the money is refunded. Undefined when it is accepted. */
function rejectionOf(facts: SettlementFacts, kept: CheckoutFacts): Rejection | undefined {
  const { payment, subject, acceptedUntil } = facts;
  if (payment.acceptedAt !== undefined) return undefined;
  if (payment.rejection !== undefined) return payment.rejection;
  if (!kept.matches) return "mismatch";
  if (subject === "poll_deleted") return "poll_deleted";
  if (subject === "gone") return "gone";
  if (payment.endedAt !== undefined) return "replaced";
  if (facts.room < payment.quantity) return "replaced";
  if (facts.isFull) return "full";
  const { arrivedAt } = kept;
  if (acceptedUntil !== undefined && arrivedAt !== undefined && arrivedAt > acceptedUntil) {
    return "late";
  }
  return undefined;
}

/** How much the object can take: after a refund, others may have bought the votes, paid the fee or taken the place. */
const takenBy = ({ payment, subject, room, isFull }: SettlementFacts): number => {
  if (subject !== "there") return payment.quantity;
  return isFull ? 0 : Math.max(room, 0);
};

/** Votes count as far as they are paid. A fee counts until all of it is refunded. */
function creditOf(
  { kind, quantity, unitAmount }: SettlementFacts["payment"],
  { received, refunded, dispute }: CheckoutFacts,
): number {
  if (isWithheld(dispute)) return 0;
  const left = Math.max(received - refunded, 0);
  if (creditedTo[kind] !== "vote") return left > 0 ? quantity : 0;
  return Math.min(quantity, Math.floor(left / (unitAmount ?? 1)));
}

/** Until when money for a poll is accepted: 24 hours after it closed. Undefined: it is open. */
export function moneyAcceptedUntil(
  poll: Pick<Poll, "status" | "settings" | "closedAt">,
  now: Date,
): Date | undefined {
  const closings = closingsBefore(poll, now).map((closing) => closing.getTime());
  return closings.length === 0 ? undefined : new Date(Math.min(...closings) + GRACE_MS);
}

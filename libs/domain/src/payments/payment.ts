import type { PaymentState } from "./payment-states";

/** The object that a paid payment credits, by kind of payment. */
export const creditedTo = {
  votes: "vote",
  voting_fee: "participant",
  voting_donation: "nothing",
  submission_fee: "option",
  submission_donation: "nothing",
} as const satisfies Readonly<Record<string, "vote" | "participant" | "option" | "nothing">>;

export type PaymentKind = keyof typeof creditedTo;

export const paymentKinds = Object.keys(creditedTo) as readonly PaymentKind[];

/** Kinds of payments for a participation. */
export const participationKinds = [
  "voting_fee",
  "voting_donation",
] as const satisfies readonly PaymentKind[];

/** Kinds of payments for an option. */
export const submissionKinds = [
  "submission_fee",
  "submission_donation",
] as const satisfies readonly PaymentKind[];

/** Why received money is refunded (docs/reference/payments.md#rejected-money). */
export const rejections = ["replaced", "poll_deleted", "gone", "full", "late", "mismatch"] as const;

export type Rejection = (typeof rejections)[number];

export interface Payment {
  readonly id: bigint;
  readonly publicId: string;
  readonly token: string;
  readonly kind: PaymentKind;
  readonly pollId: bigint;
  readonly participantId: bigint | undefined;
  readonly optionId: bigint | undefined;
  readonly votePublicId: string | undefined;
  readonly pollTitle: string;
  readonly subject: string | undefined;
  readonly quantity: number;
  /** The price of one unit in the minor unit. For a donation the suggested amount, if there is one. */
  readonly unitAmount: number | undefined;
  /** ISO 4217, in lower case. */
  readonly currency: string;
  readonly state: PaymentState;
  /** The received money, and the refunded part of it, in the minor unit. */
  readonly received: number;
  readonly refunded: number;
  /** How many of `quantity` currently count. */
  readonly credited: number;
  readonly rejection: Rejection | undefined;
  readonly acceptedAt: Date | undefined;
  /** When it was replaced, or its subject or poll was deleted. It can no longer be paid. */
  readonly endedAt: Date | undefined;
  readonly version: number;
  readonly createdAt: Date;
  /** When the payment last changed. A report of the provider without a change leaves it. */
  readonly updatedAt: Date;
}

/** Kinds of payments whose amount the payer chooses (docs/reference/payments.md#donations). */
const donationKinds: readonly PaymentKind[] = ["voting_donation", "submission_donation"];

/** The amount to pay in the minor unit. Undefined when the payer chooses it, even if one is suggested. */
export const amountOf = ({
  kind,
  quantity,
  unitAmount,
}: Pick<Payment, "kind" | "quantity" | "unitAmount">): number | undefined =>
  unitAmount === undefined || donationKinds.includes(kind) ? undefined : quantity * unitAmount;

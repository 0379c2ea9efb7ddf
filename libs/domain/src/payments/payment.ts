import type { PaymentState } from "./payment-states";

/** What a paid payment makes count, by the kind of the payment. */
export const creditedTo = {
  votes: "vote",
  voting_fee: "participant",
  voting_donation: "nothing",
  submission_fee: "option",
  submission_donation: "nothing",
} as const satisfies Readonly<Record<string, "vote" | "participant" | "option" | "nothing">>;

export type PaymentKind = keyof typeof creditedTo;

export const paymentKinds = Object.keys(creditedTo) as readonly PaymentKind[];

/** What a participant is asked to pay for taking part. */
export const participationKinds = [
  "voting_fee",
  "voting_donation",
] as const satisfies readonly PaymentKind[];

/** What the author of an option is asked to pay. */
export const submissionKinds = [
  "submission_fee",
  "submission_donation",
] as const satisfies readonly PaymentKind[];

/** Why money that arrived goes back (docs/reference/payments.md#rejected-money). */
export const rejections = ["replaced", "poll_deleted", "gone", "full", "late", "mismatch"] as const;

export type Rejection = (typeof rejections)[number];

/** A payment as the domain knows it. */
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
  /**
   * In the minor unit of the currency, for each one; of a donation what is suggested, and undefined without
   * a suggestion.
   */
  readonly unitAmount: number | undefined;
  /** ISO 4217, in lower case. */
  readonly currency: string;
  readonly state: PaymentState;
  /** The money that has arrived, and how much of it went back, in the minor unit. */
  readonly received: number;
  readonly refunded: number;
  /** How many of `quantity` count now. */
  readonly credited: number;
  readonly rejection: Rejection | undefined;
  readonly acceptedAt: Date | undefined;
  /** Replaced, or its poll was deleted: it can no longer be paid. */
  readonly endedAt: Date | undefined;
  readonly version: number;
  readonly createdAt: Date;
}

/** The kinds whose amount the payer names (docs/reference/payments.md#donations). */
const donationKinds: readonly PaymentKind[] = ["voting_donation", "submission_donation"];

/** The amount to be paid in the minor unit; undefined: the payer names it, also where an amount is suggested. */
export const amountOf = ({
  kind,
  quantity,
  unitAmount,
}: Pick<Payment, "kind" | "quantity" | "unitAmount">): number | undefined =>
  unitAmount === undefined || donationKinds.includes(kind) ? undefined : quantity * unitAmount;

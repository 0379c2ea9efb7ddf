/** What is paid for (decisions 10). */
export type PaymentKind =
  | "votes"
  | "voting_fee"
  | "voting_donation"
  | "submission_fee"
  | "submission_donation";

export type PaymentState =
  | "created"
  | "open"
  | "paid"
  | "expired"
  | "failed"
  | "refunded"
  | "disputed";

/** Why money that arrived goes back: nobody may keep it. */
export type Rejection = "replaced" | "poll_deleted" | "gone" | "late" | "mismatch";

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
  /** In the minor unit of the currency, for each one; undefined: the payer names the amount. */
  readonly unitAmount: number | undefined;
  /** ISO 4217, in small letters. */
  readonly currency: string;
  readonly state: PaymentState;
  /** What has arrived, and how much of it went back, in the minor unit. */
  readonly received: number;
  readonly refunded: number;
  /** How many of `quantity` count now. */
  readonly credited: number;
  readonly rejection: Rejection | undefined;
  readonly acceptedAt: Date | undefined;
  /** Replaced, or its poll was deleted: nobody can pay it any more. */
  readonly endedAt: Date | undefined;
  readonly version: number;
  readonly createdAt: Date;
}

/** What a paid payment makes count. */
export const creditedTo = {
  votes: "vote",
  voting_fee: "participant",
  voting_donation: "nothing",
  submission_fee: "option",
  submission_donation: "nothing",
} as const satisfies Record<PaymentKind, "vote" | "participant" | "option" | "nothing">;

/** What is to be paid in the minor unit; undefined: the payer names the amount. */
export const amountOf = ({
  quantity,
  unitAmount,
}: Pick<Payment, "quantity" | "unitAmount">): number | undefined =>
  unitAmount === undefined ? undefined : quantity * unitAmount;

const payable: readonly PaymentState[] = ["created", "open", "expired", "failed"];

/** Whether somebody can still pay, as far as the payment itself goes. */
export const isPayable = ({ state, endedAt }: Pick<Payment, "state" | "endedAt">): boolean =>
  payable.includes(state) && endedAt === undefined;

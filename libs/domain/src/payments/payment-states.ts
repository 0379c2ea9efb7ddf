interface PaymentStateFacts {
  /** Whether the payer can still pay, unless the payment has ended. */
  readonly payable: boolean;
  /** Whether the state may change at the provider without an event, so that the service polls it. */
  readonly pending: boolean;
}

/** The states of a payment and their properties (docs/reference/payments.md#states). */
export const paymentStates = {
  created: { payable: true, pending: true },
  open: { payable: true, pending: true },
  paid: { payable: false, pending: false },
  expired: { payable: true, pending: false },
  failed: { payable: true, pending: false },
  refunded: { payable: false, pending: false },
  disputed: { payable: false, pending: false },
} as const satisfies Readonly<Record<string, PaymentStateFacts>>;

export type PaymentState = keyof typeof paymentStates;

export const paymentStateNames = Object.keys(paymentStates) as readonly PaymentState[];

/** The states in which a payment that has not ended can still be paid. */
export const payableStates = paymentStateNames.filter((state) => paymentStates[state].payable);

/** The states in which the service polls the provider. */
export const pendingStates = paymentStateNames.filter((state) => paymentStates[state].pending);

/** Whether the payer can still pay, judged by the payment alone. */
export const isPayable = ({
  state,
  endedAt,
}: {
  readonly state: PaymentState;
  readonly endedAt: Date | undefined;
}): boolean => paymentStates[state].payable && endedAt === undefined;

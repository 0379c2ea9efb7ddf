interface PaymentStateFacts {
  /** Whether the payer can still pay, unless the payment was ended. */
  readonly payable: boolean;
  /** Whether the provider may have news without an event: it is asked again and again. */
  readonly pending: boolean;
}

/** The states of a payment (docs/reference/payments.md#states), and what each means. */
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

/** The states in which a payment that was not ended can still be paid. */
export const payableStates = paymentStateNames.filter((state) => paymentStates[state].payable);

/** The states in which the provider is asked about a payment again and again. */
export const pendingStates = paymentStateNames.filter((state) => paymentStates[state].pending);

/** Whether the payer can still pay, as far as the payment itself tells. */
export const isPayable = ({
  state,
  endedAt,
}: {
  readonly state: PaymentState;
  readonly endedAt: Date | undefined;
}): boolean => paymentStates[state].payable && endedAt === undefined;

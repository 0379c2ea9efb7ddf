/**
 * The states of a connected account (docs/reference/payments.md#connected-accounts): the provider has not made
 * it yet; its owner enters details; it takes payments; it did so before; or the provider refuses to make it.
 */
export const connectedAccountStates = [
  ...(["preparing", "onboarding", "ready", "restricted", "refused"] as const),
] as const;

export type ConnectedAccountState = (typeof connectedAccountStates)[number];

/** Who gets the money of a poll: the operator or an owner. `not_ready`: it cannot be paid, as the owner's account takes no payments. */
export type Payee =
  | { readonly kind: "operator" }
  /** `destination` is the id of the account at the provider. */
  | { readonly kind: "owner"; readonly destination: string }
  | { readonly kind: "not_ready" };

/** What is known of an owner's connected account. */
export interface PayeeFacts {
  readonly state: ConnectedAccountState;
  readonly providerAccountId: string | undefined;
  /** The owner disconnected it. */
  readonly endedAt: Date | undefined;
}

/**
 * Decides who gets the money of a poll (docs/reference/payments.md#who-gets-the-money): the account that the
 * owner connects, from the first step on. Undefined: the owner has none.
 */
export function payeeOf(connected: PayeeFacts | undefined): Payee {
  if (connected === undefined || connected.endedAt !== undefined) return { kind: "operator" };
  const { state, providerAccountId: destination } = connected;
  return state === "ready" && destination !== undefined
    ? { kind: "owner", destination }
    : { kind: "not_ready" };
}

/**
 * The state after the provider was asked: an account is ready once it takes charges and transfers.
 */
export const connectedStateAfter = (
  before: ConnectedAccountState,
  told: { readonly chargesEnabled: boolean; readonly transfersActive: boolean },
): ConnectedAccountState => {
  if (told.chargesEnabled && told.transfersActive) return "ready";
  return before === "ready" || before === "restricted" ? "restricted" : "onboarding";
};

/** 100 % in basis points. */
const WHOLE = 10_000;

/**
 * The operator's part of an amount in the minor unit, rounded down to the `step` of the currency. Undefined
 * amounts, which the payer names, have none, as the fee is fixed before the payment.
 */
export const operatorFee = (
  amount: number | undefined,
  feeBasisPoints: number,
  step: number,
): number =>
  amount === undefined ? 0 : Math.floor((amount * feeBasisPoints) / WHOLE / step) * step;

/**
 * What must come back from the connected account, in the minor unit: all that went back to the payer, and all
 * that a bank took.
 */
export const dueFromOwner = ({
  received,
  refunded,
  lost,
}: {
  readonly received: number;
  readonly refunded: number;
  readonly lost: number;
}): number => Math.min(received, refunded + lost);

/**
 * The states of a connected account (docs/reference/payments.md#connected-accounts). `preparing`: the provider has not
 * created it yet. `onboarding`: the owner enters details. `ready`: it accepts payments. `restricted`: no longer.
 * `refused`: the provider refuses to create it.
 */
export const connectedAccountStates = [
  ...(["preparing", "onboarding", "ready", "restricted", "refused"] as const),
] as const;

export type ConnectedAccountState = (typeof connectedAccountStates)[number];

/** Who gets the money of a poll. `not_ready`: the owner's account does not accept payments. */
export type Payee =
  | { readonly kind: "operator" }
  /** `destination` is the id of the account at the provider. */
  | { readonly kind: "owner"; readonly destination: string }
  | { readonly kind: "not_ready" };

export interface PayeeFacts {
  readonly state: ConnectedAccountState;
  readonly providerAccountId: string | undefined;
  /** When the owner disconnected it. */
  readonly endedAt: Date | undefined;
}

/**
 * Who gets the money of a poll (docs/reference/payments.md#who-gets-the-money). A connected account counts as soon as
 * the owner begins to connect it. Undefined: there is none.
 */
export function payeeOf(connected: PayeeFacts | undefined): Payee {
  if (connected === undefined || connected.endedAt !== undefined) return { kind: "operator" };
  const { state, providerAccountId: destination } = connected;
  return state === "ready" && destination !== undefined
    ? { kind: "owner", destination }
    : { kind: "not_ready" };
}

/**
 * The state after a response of the provider (undefined: unknown to it): ready if charges and transfers are enabled,
 * unless it refused a checkout all the same. The refusal is kept until another report.
 */
export function connectedStateAfter(
  before: ConnectedAccountState,
  report: { readonly chargesEnabled: boolean; readonly transfersActive: boolean } | undefined,
  refusal: string | null,
): { readonly state: ConnectedAccountState; readonly refusal: string | null } {
  if (report === undefined) return { state: "restricted", refusal: null };
  if (report.chargesEnabled && report.transfersActive) {
    return { state: refusal === null ? "ready" : "restricted", refusal };
  }
  const state = before === "ready" || before === "restricted" ? "restricted" : "onboarding";
  return { state, refusal: null };
}

const DAY_MS = 24 * 3_600_000;

/** When the owner gets a mail that the account is no longer ready, at most daily. Undefined: one is waiting. */
export function noticeAt(lastAt: Date | null, now: Date): Date | undefined {
  if (lastAt === null) return now;
  if (lastAt > now) return undefined;
  return new Date(Math.max(now.getTime(), lastAt.getTime() + DAY_MS));
}

/** 100 % in basis points. */
const WHOLE = 10_000;

/**
 * The operator's share of an amount in the minor unit, rounded down to the `step` of the currency. 0 if the payer
 * chooses the amount, because the provider fixes the fee before the payment.
 */
export const operatorFee = (
  amount: number | undefined,
  feeBasisPoints: number,
  step: number,
): number =>
  amount === undefined ? 0 : Math.floor((amount * feeBasisPoints) / WHOLE / step) * step;

/**
 * The amount to take back from the connected account, in the minor unit: what was refunded to the payer or taken by a
 * bank.
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

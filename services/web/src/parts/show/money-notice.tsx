import { formatAmount } from "@polls/domain/payments";
import { ownPath } from "../../session/own-path";
import { adminWords } from "../../words/admin";

/** Whether an account can receive payments, as the gateway rendered it. Undefined: no account can, here. */
export interface Payments {
  /** ISO 4217, in lower case. */
  readonly currency: string;
  /** The least amount that can be paid at once, in the minor unit. */
  readonly least: number;
  /** Why the account cannot receive payments. */
  readonly refusal?: "payments_not_allowed" | "payee_not_ready";
  /** Whether an account of the owner can get the money. */
  readonly connects?: boolean;
  readonly connected?: boolean;
  /** On a developer's machine: the command that allows it can be run. */
  readonly command?: true;
  /** The page that names the operator, who allows it. */
  readonly contact?: string;
}

/** Says that the account cannot receive payments, with the way there; nothing if it can. */
export function MoneyNotice({
  payments,
  email,
}: {
  readonly payments: Payments | undefined;
  /** The address of the account. */
  readonly email: string | undefined;
}) {
  const { errors, account } = adminWords.words();
  const code = payments === undefined ? "payments_unavailable" : payments.refusal;
  return code === undefined ? null : (
    <p class="notice">
      {errors[code]} <Operator payments={payments} />{" "}
      {payments?.command && email !== undefined && (
        <>
          {account.payments.allowedBy}{" "}
          <code>npm run account -- set --email {email} --can-take-payments true</code>
        </>
      )}
      {code === "payee_not_ready" && (
        <a href={ownPath("/account#payments")}>{account.payments.title}</a>
      )}
    </p>
  );
}

/** Leads to the operator, who allows an account to receive payments. */
export const Operator = ({ payments }: { readonly payments: Payments | undefined }) =>
  payments?.contact === undefined ? null : (
    <a href={payments.contact}>{adminWords.words().account.payments.operator}</a>
  );

/** How many votes must be bought at once at a price at which one vote is less than the provider takes. */
export function LeastVotes({
  payments: { least, currency },
  price,
}: {
  readonly payments: Payments;
  readonly price: number | undefined;
}) {
  if (price === undefined || price <= 0 || price >= least) return null;
  const { build, locale } = adminWords.words();
  const amount = formatAmount(least, currency, locale);
  return (
    <p class="fine" role="status">
      {build.leastVotes(Math.ceil(least / price), amount)}
    </p>
  );
}

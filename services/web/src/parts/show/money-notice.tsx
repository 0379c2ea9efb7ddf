import { ownPath } from "../../session/own-path";
import type { AdminWords } from "../../words/admin";

/** Whether an account can receive payments, as the gateway rendered it. Undefined: no account can, here. */
export interface Payments {
  /** ISO 4217, in lower case. */
  readonly currency: string;
  /** Why the account cannot receive payments. */
  readonly refusal?: "payments_not_allowed" | "payee_not_ready";
  /** Whether an account of the owner can get the money. */
  readonly connects?: boolean;
  readonly connected?: boolean;
}

/** Says that the account cannot receive payments, with the way there; nothing if it can. */
export function MoneyNotice({
  payments,
  words,
}: {
  readonly payments: Payments | undefined;
  readonly words: AdminWords;
}) {
  const code = payments === undefined ? "payments_unavailable" : payments.refusal;
  return code === undefined ? null : (
    <p class="notice">
      {words.errors[code]}{" "}
      {code === "payee_not_ready" && (
        <a href={ownPath("/account#payments")}>{words.account.payments.title}</a>
      )}
    </p>
  );
}

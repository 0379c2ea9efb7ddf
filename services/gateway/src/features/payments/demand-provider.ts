import { takesMoney } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import type { Config } from "../../config";

const sentence = "needs a payment provider, and this service has none";

/**
 * A poll that asks for money is not set up where nobody can pay: 422 (decisions 10). One that did so
 * before the provider went stays changeable in everything else.
 */
export function demandProvider(
  after: Poll,
  before: Poll | undefined,
  { payments }: Pick<Config, "payments">,
): void {
  if (payments !== undefined || !takesMoney(after)) return;
  if (before !== undefined && takesMoney(before)) return;
  const field =
    after.settings.voting_fee_type === undefined ? "submission_fee_type" : "voting_fee_type";
  throw new Invalid({ [field]: [sentence] }, "payments_unavailable");
}

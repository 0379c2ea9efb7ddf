import type { PrismaTransaction } from "@polls/db";
import type { Actor } from "@polls/domain/access";
import { settingThatAsks, takesMoney } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import type { Config, PaymentConfig } from "../../config";
import { unavailable } from "../../http/replies/problem";

const sentence = "needs a payment provider, and this service has none";

/** The settings of payments; throws 503 without a payment provider. */
export function demandPayments({ payments }: Pick<Config, "payments">): PaymentConfig {
  if (payments === undefined) throw unavailable("This service takes no payments", 3_600);
  return payments;
}

/**
 * A poll that asks for money, or for another amount, needs a payment provider and an account that may: 422
 * without them. `before` is undefined for a new poll.
 */
export async function demandMayAsk(
  tx: PrismaTransaction,
  actor: Pick<Actor, "accountId">,
  { before, after }: { readonly before: Poll | undefined; readonly after: Poll },
  config: Pick<Config, "payments">,
): Promise<void> {
  demandProvider(after, before, config);
  await demandPayee(tx, actor, after, before);
}

/**
 * Only an account with `can_take_payments` sets a fee, a price or a donation: 422 for others
 * (docs/reference/payments.md#who-gets-the-money).
 */
async function demandPayee(
  tx: PrismaTransaction,
  { accountId }: Pick<Actor, "accountId">,
  after: Poll,
  before: Poll | undefined,
): Promise<void> {
  const setting = settingThatAsks(after, before);
  if (setting === undefined) return;
  const { canTakePayments } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { canTakePayments: true },
  });
  if (canTakePayments) return;
  throw new Invalid(
    { [setting]: ["needs an account that the operator allows to take payments"] },
    "payments_not_allowed",
  );
}

/**
 * Without a payment provider, a poll that asks for money is refused with 422
 * (docs/reference/payments.md#without-a-provider). One that did so before can be changed otherwise.
 */
function demandProvider(
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

import { findUnreadyPayees } from "@polls/db/payments";
import type { PrismaTransaction, Queryable } from "@polls/db/sql";
import type { Actor } from "@polls/domain/access";
import { settingThatAsks, takesMoney } from "@polls/domain/payments";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import type { Config, PaymentConfig } from "../../config";
import { unavailable } from "../../http/replies/problem";

/** Returns the payment settings. Throws 503 without a payment provider. */
export function requirePayments({ payments }: Pick<Config, "payments">): PaymentConfig {
  if (payments === undefined) throw unavailable("This service does not accept payments", 3_600);
  return payments;
}

/**
 * A poll that asks for money, or for another amount, needs a payment provider
 * (docs/reference/payments.md#without-a-provider), an account with `can_take_payments`, and a ready
 * connected account if the owner has one (docs/reference/payments.md#who-gets-the-money). Throws 422.
 * One that asks already may be changed in other fields. `before` is undefined for a new poll.
 */
export async function requireMayAsk(
  tx: PrismaTransaction,
  { accountId }: Pick<Actor, "accountId">,
  { before, after }: { readonly before: Poll | undefined; readonly after: Poll },
  { payments }: Pick<Config, "payments">,
): Promise<void> {
  const asksAlready = before !== undefined && takesMoney(before);
  if (payments === undefined && takesMoney(after) && !asksAlready) {
    const { voting_fee_type } = after.settings;
    const field = voting_fee_type === undefined ? "submission_fee_type" : "voting_fee_type";
    const sentence = "needs a payment provider, and this service has none";
    throw new Invalid({ [field]: [sentence] }, "payments_unavailable");
  }
  const setting = settingThatAsks(after, before);
  if (setting === undefined) return;
  await requireCapability(tx, accountId, setting);
  if ((await unreadyPayees(tx, [after], payments?.connect)).size === 0) return;
  throw new Invalid(
    { [setting]: ["needs the owner's connected account to take payments, and it does not yet"] },
    "payee_not_ready",
  );
}

/** Only accounts that the operator allows may take payments. Throws 422 on `field` for others. */
export async function requireCapability(
  tx: PrismaTransaction,
  accountId: bigint,
  field: string,
): Promise<void> {
  const { canTakePayments } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { canTakePayments: true },
  });
  if (canTakePayments) return;
  throw new Invalid(
    { [field]: ["needs an account that the operator allows to take payments"] },
    "payments_not_allowed",
  );
}

type PollOfPayee = Pick<Poll, "ownerAccountId" | "createdByAccountId">;

/** Owners whose connected account is not ready (docs/reference/payments.md#connected-accounts). */
export const unreadyPayees = async (
  queryable: Queryable,
  polls: readonly PollOfPayee[],
  connect: PaymentConfig["connect"],
): Promise<ReadonlySet<bigint>> =>
  connect === undefined
    ? new Set()
    : findUnreadyPayees(queryable, [...new Set(polls.map(accountOfPoll))]);

/** Throws 422 if a fee of the poll cannot be paid at the moment. */
export async function requireReadyPayee(
  tx: Queryable,
  poll: PollOfPayee,
  { payments }: Pick<Config, "payments">,
): Promise<void> {
  const unready = await unreadyPayees(tx, [poll], payments?.connect);
  if (unready.has(accountOfPoll(poll))) {
    const sentence = "The poll cannot accept payments at the moment";
    throw new Invalid({ base: [sentence] }, "payee_not_ready");
  }
}

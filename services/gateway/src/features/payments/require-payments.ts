import { findUnreadyPayees } from "@polls/db/payments";
import type { PrismaTransaction, Queryable } from "@polls/db/sql";
import type { Actor } from "@polls/domain/access";
import { settingThatAsks, takesMoney } from "@polls/domain/payments";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import type { Config, PaymentConfig } from "../../config";
import { unavailable } from "../../http/replies/problem";

const sentence = "needs a payment provider, and this service has none";

/** Returns the payment settings. Throws 503 without a payment provider. */
export function requirePayments({ payments }: Pick<Config, "payments">): PaymentConfig {
  if (payments === undefined) throw unavailable("This service does not accept payments", 3_600);
  return payments;
}

/**
 * A poll that asks for money, or for another amount, needs a payment provider and an account with
 * the capability. Throws 422 without them. `before` is undefined for a new poll.
 */
export async function requireMayAsk(
  tx: PrismaTransaction,
  actor: Pick<Actor, "accountId">,
  { before, after }: { readonly before: Poll | undefined; readonly after: Poll },
  config: Pick<Config, "payments">,
): Promise<void> {
  requireProvider(after, before, config);
  await requirePayee(tx, actor, { before, after }, config);
}

/**
 * Only an account with `can_take_payments` may set a fee, a price or a donation. If the owner of
 * the poll has a connected account, it must be ready. Throws 422 otherwise
 * (docs/reference/payments.md#who-gets-the-money).
 */
async function requirePayee(
  tx: PrismaTransaction,
  { accountId }: Pick<Actor, "accountId">,
  { after, before }: { readonly after: Poll; readonly before: Poll | undefined },
  config: Pick<Config, "payments">,
): Promise<void> {
  const setting = settingThatAsks(after, before);
  if (setting === undefined) return;
  await requireCapability(tx, accountId, setting);
  if (config.payments?.connect === undefined) return;
  if (!(await findUnreadyPayees(tx, [accountOfPoll(after)])).has(accountOfPoll(after))) return;
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

/**
 * Without a payment provider, a poll that asks for money is refused with 422
 * (docs/reference/payments.md#without-a-provider). A poll that already asks for money may be
 * changed in other fields.
 */
function requireProvider(
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

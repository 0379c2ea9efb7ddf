import { findUnreadyPayees } from "@polls/db/payments";
import type { PrismaQueryable } from "@polls/db/sql";
import type { Config } from "../../config";

/** Whether polls of an account can ask for money, for pages that say so before anything else. */
export interface PaymentsOfAccount {
  /** ISO 4217, in lower case. */
  readonly currency: string;
  /** The least amount that can be paid at once, in the minor unit. */
  readonly least: number;
  /** The code of the refusal that a price would get. */
  readonly refusal?: "payments_not_allowed" | "payee_not_ready";
  /** Whether an account of the owner at the payment provider can get the money. */
  readonly connects: boolean;
  readonly connected: boolean;
  /** On a developer's machine: the command that allows it can be run. */
  readonly command?: true;
  /** The page that names the operator, who allows it. */
  readonly contact?: string | undefined;
}

/**
 * `payeeId` decides who gets the money. Without an account, nothing is allowed yet. Undefined: the deployment takes no
 * payments.
 */
export async function paymentsOfAccount(
  db: PrismaQueryable,
  of: { readonly accountId: bigint; readonly payeeId: bigint } | undefined,
  {
    payments,
    amounts: { least },
    production,
    operator: { imprintUrl: contact },
  }: Pick<Config, "payments" | "amounts" | "production" | "operator">,
): Promise<PaymentsOfAccount | undefined> {
  if (payments === undefined) return undefined;
  const { currency, connect } = payments;
  const connects = connect !== undefined;
  const account =
    of &&
    (await db.prisma.account.findUnique({
      where: { id: of.accountId },
      select: { canTakePayments: true, connected: { select: { endedAt: true } } },
    }));
  if (of === undefined || account?.canTakePayments !== true) {
    const refusal = "payments_not_allowed";
    const command = production ? {} : ({ command: true } as const);
    return { currency, least, connects: false, connected: false, refusal, contact, ...command };
  }
  const { payeeId } = of;
  const isUnready = connects && (await findUnreadyPayees(db, [payeeId])).has(payeeId);
  const connected = account.connected?.endedAt === null;
  return { currency, least, connects, connected, ...(isUnready && { refusal: "payee_not_ready" }) };
}

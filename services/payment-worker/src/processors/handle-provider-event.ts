import type { PrismaQueryable } from "@polls/db";
import type { Handler } from "@polls/jobs";
import type Stripe from "stripe";
import { lookAtConnectedAccount } from "../connect/look-at-connected-account";
import type { PaymentDeps } from "../deps";
import { isRefusal } from "../provider/provider-errors";
import { settlePayment } from "../settle/settle-payment";

/**
 * Settles the payment that an event is about. The content of the event is not trusted
 * (docs/reliability.md#provider-events). Events about other money are ignored.
 */
export const handleProviderEvent: Handler<{ eventId: string }, PaymentDeps> = async (
  { eventId },
  deps,
  run,
) => {
  const { db } = deps;
  const event = await db.prisma.providerEvent.findUnique({ where: { id: eventId } });
  if (event === null || event.handledAt !== null) return;
  if (!(await followEvent(deps, event)))
    run.log.info({ type: event.type }, "an event about nothing of ours");
  await db.prisma.providerEvent.updateMany({
    where: { id: eventId },
    data: { handledAt: deps.clock() },
  });
};

/** Whether the event was about a payment, or a connected account, of ours. */
async function followEvent(
  deps: PaymentDeps,
  event: EventHints & { readonly type: string },
): Promise<boolean> {
  if (event.type === "account.updated") {
    const connected = await deps.db.prisma.connectedAccount.findUnique({
      where: { providerAccountId: event.objectId ?? "" },
      select: { id: true },
    });
    if (connected !== null) await lookAtConnectedAccount(deps, connected.id);
    return connected !== null;
  }
  const paymentId = await paymentOf(deps.db, deps.provider.stripe, event);
  if (paymentId !== undefined) await settlePayment(deps, paymentId);
  return paymentId !== undefined;
}

interface EventHints {
  readonly objectId: string | null;
  readonly paymentRef: string | null;
  readonly intentId: string | null;
}

/**
 * The payment by its session, by the payment intent, or by our metadata on either; undefined: it is not
 * ours.
 */
async function paymentOf(
  queryable: PrismaQueryable,
  stripe: Stripe,
  { objectId, paymentRef, intentId }: EventHints,
): Promise<bigint | undefined> {
  const byIds = [
    ...(objectId === null ? [] : [{ sessionId: objectId }]),
    ...(intentId === null ? [] : [{ paymentIntentId: intentId }]),
  ];
  const checkout =
    byIds.length === 0 ? null : await queryable.prisma.checkout.findFirst({ where: { OR: byIds } });
  if (checkout !== null) return checkout.paymentId;
  const ref = paymentRef ?? (intentId === null ? undefined : await refOfIntent(stripe, intentId));
  if (ref === undefined) return undefined;
  const payment = await queryable.prisma.payment.findUnique({ where: { publicId: ref } });
  return payment?.id;
}

/**
 * Refunds and disputes that were made at the provider lack our metadata; the payment intent has it, unless
 * our key may not see it.
 */
const refOfIntent = async (stripe: Stripe, intentId: string): Promise<string | undefined> => {
  try {
    return (await stripe.paymentIntents.retrieve(intentId)).metadata?.payment;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
};

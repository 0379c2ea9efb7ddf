import type { Db } from "@polls/db/connection";
import { connectedAccountEvents } from "@polls/domain/payments";
import type { Handler } from "@polls/jobs";
import type Stripe from "stripe";
import { refreshConnectedAccount } from "../connect/refresh-connected-account";
import type { PaymentDeps } from "../deps";
import { isRefusal } from "../provider/provider-errors";
import { settlePayment } from "../settle/settle-payment";

/**
 * Settles the payment of an event by the provider's state: its content is not trusted
 * (docs/reliability.md#provider-events). Events about money of other systems are ignored.
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
    run.log.info({ type: event.type }, "ignored an event that is not about this service");
  await db.prisma.providerEvent.updateMany({
    where: { id: eventId },
    data: { handledAt: deps.clock() },
  });
};

/** Returns whether the event was about a payment or a connected account of this service. */
async function followEvent(
  deps: PaymentDeps,
  event: EventHints & { readonly type: string },
): Promise<boolean> {
  if (connectedAccountEvents.includes(event.type)) {
    const connected = await deps.db.prisma.connectedAccount.findUnique({
      where: { providerAccountId: event.objectId ?? "" },
      select: { id: true },
    });
    if (connected !== null) await refreshConnectedAccount(deps, connected.id);
    return connected !== null;
  }
  const found = await paymentOf(deps, event);
  if (found === undefined) return false;
  const session = event.type.startsWith("checkout.session.")
    ? (event.objectId ?? undefined)
    : undefined;
  await settlePayment({ ...deps, db: found.db }, found.paymentId, undefined, session);
  return true;
}

interface EventHints {
  readonly objectId: string | null;
  readonly paymentRef: string | null;
  readonly intentId: string | null;
}

interface FoundPayment {
  /** Its shard. */
  readonly db: Db;
  readonly paymentId: bigint;
}

/** By session, payment intent or our metadata on either. Undefined: of another system. */
async function paymentOf(
  { shards, provider }: PaymentDeps,
  { objectId, paymentRef, intentId }: EventHints,
): Promise<FoundPayment | undefined> {
  const byIds = [
    ...(objectId === null ? [] : [{ sessionId: objectId }]),
    ...(intentId === null ? [] : [{ paymentIntentId: intentId }]),
  ];
  if (byIds.length > 0) {
    const found = await firstOf(shards.all(), async ({ prisma }) => {
      const checkout = await prisma.checkout.findFirst({ where: { OR: byIds } });
      return checkout?.paymentId;
    });
    if (found !== undefined) return found;
  }
  const ref =
    paymentRef ?? (intentId === null ? undefined : await refOfIntent(provider.stripe, intentId));
  if (ref === undefined) return undefined;
  return firstOf(shards.all(), async ({ prisma }) => {
    const payment = await prisma.payment.findUnique({ where: { publicId: ref } });
    return payment?.id;
  });
}

/** Looks on one shard after the other: the ids of the provider do not tell the shard. */
async function firstOf(
  shards: readonly Db[],
  find: (db: Db) => Promise<bigint | undefined>,
): Promise<FoundPayment | undefined> {
  for (const db of shards) {
    const paymentId = await find(db);
    if (paymentId !== undefined) return { db, paymentId };
  }
  return undefined;
}

/**
 * Refunds and disputes that were created at the provider have no metadata of the service, but their
 * payment intent has it. Undefined if the provider does not know the intent. A key without the
 * permission to read intents is an error, so that the operator sees a dead job.
 */
const refOfIntent = async (stripe: Stripe, intentId: string): Promise<string | undefined> => {
  try {
    return (await stripe.paymentIntents.retrieve(intentId)).metadata?.payment;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
};

import type { PrismaTransaction } from "@polls/db";
import { handleProviderEvent } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import { z } from "zod";

/** The events that are handled; the provider may send others. */
export const eventTypes: readonly string[] = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
];

const reference = z
  .union([z.string().max(255), z.object({ id: z.string().max(255) }).transform(({ id }) => id)])
  .nullish()
  .catch(undefined);

/** The fields of an event that are read: they tell which payment to settle. */
export const providerEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      id: z.string().max(255).optional().catch(undefined),
      payment_intent: reference,
      metadata: z
        .object({ payment: z.string().max(64).optional().catch(undefined) })
        .nullish()
        .catch(undefined),
    }),
  }),
});

/**
 * Stores an event once, with the job that settles its payment (docs/reliability.md#provider-events). Only
 * its ids are kept, as its content is not trusted.
 */
export async function takeEvent(
  tx: PrismaTransaction,
  { id, type, data: { object } }: z.output<typeof providerEvent>,
  now: Date,
): Promise<void> {
  const fresh = await tx.prisma.providerEvent.createMany({
    data: [
      {
        ...{ id, type, receivedAt: now },
        objectId: object.id ?? null,
        paymentRef: object.metadata?.payment ?? null,
        intentId: object.payment_intent ?? null,
      },
    ],
    skipDuplicates: true,
  });
  if (fresh.count > 0) await send(tx, handleProviderEvent, { eventId: id });
}

import type { PrismaTransaction } from "@polls/db";
import { handleProviderEvent } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import { z } from "zod";

/** What is asked for at the provider; it sends others too where somebody ticks more. */
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

/** The little that is read of an event: which payment to look at. */
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
 * Stores an event once, with the job that looks at its payment (reliability M4). Of what it says only
 * the ids are kept: it is not believed, and who paid is the provider's to keep.
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

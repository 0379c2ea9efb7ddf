import type { PrismaTransaction } from "@polls/db/sql";
import { connectedAccountEvents } from "@polls/domain/payments";
import { handleProviderEvent } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import { z } from "zod";

/** PostgreSQL cannot store the character 0. */
const shortText = z
  .string()
  .max(255)
  .regex(/^[^\0]*$/);

const reference = z
  .union([shortText, z.object({ id: shortText }).transform(({ id }) => id)])
  .nullish()
  .catch(undefined);

/** The fields of an event that are read. They identify the payment to settle. */
export const providerEvent = z.object({
  id: shortText.min(1),
  type: shortText,
  account: shortText.optional().catch(undefined),
  data: z.object({
    object: z.object({
      id: shortText.optional().catch(undefined),
      payment_intent: reference,
      metadata: z
        .object({ payment: shortText.max(64).optional().catch(undefined) })
        .nullish()
        .catch(undefined),
    }),
  }),
});

/** An event of the second version, or a ping: it has no object, and is not about our payments. */
export const thinEvent = z.object({ object: z.literal("v2.core.event"), id: shortText.min(1) });

/** Stores the ids of an event once, and sends its job (docs/reliability.md#provider-events). */
export async function takeEvent(
  tx: PrismaTransaction,
  { id, type, account, data: { object } }: z.output<typeof providerEvent>,
  now: Date,
): Promise<void> {
  const fresh = await tx.prisma.providerEvent.createMany({
    data: [
      {
        id,
        type,
        receivedAt: now,
        objectId:
          (connectedAccountEvents.includes(type) ? account : undefined) ?? object.id ?? null,
        paymentRef: object.metadata?.payment ?? null,
        intentId: object.payment_intent ?? null,
      },
    ],
    skipDuplicates: true,
  });
  if (fresh.count > 0) await send(tx, handleProviderEvent, { eventId: id });
}

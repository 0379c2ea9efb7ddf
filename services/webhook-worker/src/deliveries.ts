import { type Db, inTransaction, type Prisma, type Transaction } from "@polls/db";

const around = { webhook: true, event: true } as const satisfies Prisma.WebhookDeliveryInclude;

/** A delivery with the webhook it goes to and the event it is about. */
export type Delivery = Prisma.WebhookDeliveryGetPayload<{ include: typeof around }>;

/** The delivery if this attempt is its next one; undefined: gone, settled, or made by another run. */
export async function findDue(
  { prisma }: Pick<Db, "prisma">,
  id: bigint,
  attempt: number,
): Promise<Delivery | undefined> {
  const row = await prisma.webhookDelivery.findUnique({ where: { id }, include: around });
  if (row === null || row.state !== "pending" || row.attempts !== attempt - 1) return undefined;
  return row;
}

/** What an attempt leaves behind. */
export interface Outcome {
  readonly delivery: Pick<
    Prisma.WebhookDeliveryUpdateManyMutationInput,
    "state" | "attempts" | "responseStatus" | "problem" | "lastAttemptAt" | "nextAttemptAt"
  >;
  readonly webhook?: Pick<
    Prisma.WebhookUpdateManyMutationInput,
    "failingSince" | "switchedOffAt" | "switchedOffBecause"
  >;
}

/**
 * Writes what an attempt came to, together with the end of its job. What another run of the same attempt
 * has written first stays.
 */
export function record(
  db: Db,
  { id, attempts, webhookId }: Delivery,
  { delivery, webhook }: Outcome,
  done: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { count } = await tx.webhookDelivery.updateMany({
      where: { id, attempts, state: "pending" },
      data: delivery,
    });
    if (count > 0 && webhook !== undefined) {
      await tx.webhook.updateMany({ where: { id: webhookId }, data: webhook });
    }
    await done(tx);
  });
}

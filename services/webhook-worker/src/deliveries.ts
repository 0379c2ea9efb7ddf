import {
  type Db,
  inTransaction,
  lockWebhook,
  type Prisma,
  type PrismaTransaction,
} from "@polls/db";

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
    | "state"
    | "attempts"
    | "asked"
    | "responseStatus"
    | "problem"
    | "lastAttemptAt"
    | "nextAttemptAt"
  >;
  /** What the endpoint did; absent: it was not asked. */
  readonly webhook?: "succeeds" | Failure;
}

/** What a failure makes of its webhook, by since when it fails; null: it did not, until now. */
type Failure = (
  failingSince: Date | null,
) => Pick<
  Prisma.WebhookUncheckedUpdateInput,
  "failingSince" | "switchedOffAt" | "switchedOffBecause"
>;

/**
 * Writes what an attempt came to, together with the end of its job. What another run of the same attempt
 * has written first stays, and so does a new round that the client has asked for meanwhile. Locks the
 * delivery, then its webhook.
 */
export function record(
  db: Db,
  { id, attempts, roundFrom, webhookId }: Delivery,
  { delivery, webhook }: Outcome,
  done: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { count } = await tx.prisma.webhookDelivery.updateMany({
      where: { id, attempts, roundFrom, state: "pending" },
      data: delivery,
    });
    if (count > 0 && webhook !== undefined) {
      if (webhook === "succeeds") await noteSuccess(tx, webhookId);
      else await noteFailure(tx, webhookId, webhook);
    }
    await done(tx);
  });
}

async function noteSuccess(tx: PrismaTransaction, id: bigint): Promise<void> {
  await tx.prisma.webhook.updateMany({
    where: { id, failingSince: { not: null } },
    data: { failingSince: null },
  });
}

/** Judged by what is written now: other attempts may have ended since the delivery was read. */
async function noteFailure(tx: PrismaTransaction, id: bigint, failure: Failure): Promise<void> {
  const webhook = await lockWebhook(tx, id);
  if (webhook === undefined) return;
  await tx.prisma.webhook.update({ where: { id }, data: failure(webhook.failingSince) });
}

import type { Db, Prisma } from "@polls/db/connection";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { lockWebhook } from "@polls/db/webhooks";
import type { WebhookDeps } from "./deps";

const around = { webhook: true, event: true } as const satisfies Prisma.WebhookDeliveryInclude;

export type Delivery = Prisma.WebhookDeliveryGetPayload<{ include: typeof around }>;

/**
 * The delivery, if this attempt is its next one: it is not settled, and no other run made the
 * attempt.
 */
export async function findDue(
  { prisma }: Pick<Db, "prisma">,
  id: bigint,
  attempt: number,
): Promise<Delivery | undefined> {
  const row = await prisma.webhookDelivery.findUnique({ where: { id }, include: around });
  if (row === null || row.state !== "pending" || row.attempts !== attempt - 1) return undefined;
  return row;
}

export interface DeliveryOutcome {
  readonly delivery: Pick<
    Prisma.WebhookDeliveryUpdateManyMutationInput,
    | "state"
    | "attempts"
    | "asked"
    | "responseStatus"
    | "problem"
    | "lastAttemptAt"
    | "nextAttemptAt"
    | "slotFor"
    | "slotUrl"
  >;
  /** The effect on the webhook. Absent if the endpoint was not called. */
  readonly webhook?: "succeeds" | Failure;
}

/** What a failure changes of a webhook that fails since a time, or null. */
type Failure = (
  failingSince: Date | null,
) => Pick<
  Prisma.WebhookUncheckedUpdateInput,
  "failingSince" | "switchedOffAt" | "switchedOffBecause"
>;

/**
 * Writes the result of an attempt, together with the end of its job. Keeps the result of another
 * run of the same attempt, and a new round that the client requested. Locks the delivery, then its
 * webhook.
 */
export async function record(
  { db, metrics }: Pick<WebhookDeps, "db" | "metrics">,
  { id, attempts, roundFrom, webhook: { id: webhookId, url } }: Delivery,
  { delivery, webhook }: DeliveryOutcome,
  done: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  const recorded = await inTransaction(db, async (tx) => {
    const { count } = await tx.prisma.webhookDelivery.updateMany({
      where: { id, attempts, roundFrom, state: "pending" },
      data: delivery,
    });
    if (count > 0 && webhook !== undefined) {
      if (webhook === "succeeds") await noteSuccess(tx, webhookId, url);
      else await noteFailure(tx, webhookId, url, webhook);
    }
    await done(tx);
    return count > 0;
  });
  if (recorded) metrics.count("webhook_attempts_total", { outcome: outcomeOf(delivery) });
}

/** Creates the counters of attempts with 0, before the first attempt. */
export function showAttemptCounters(metrics: WebhookDeps["metrics"]): void {
  for (const outcome of ["delivered", "failed", "retried", "put_off"]) {
    metrics.count("webhook_attempts_total", { outcome }, 0);
  }
}

const outcomeOf = ({ state, attempts }: DeliveryOutcome["delivery"]): string => {
  if (typeof state === "string") return state;
  return attempts === undefined ? "put_off" : "retried";
};

async function noteSuccess(tx: PrismaTransaction, id: bigint, url: string): Promise<void> {
  await tx.prisma.webhook.updateMany({
    where: { id, url, failingSince: { not: null } },
    data: { failingSince: null },
  });
}

/**
 * Decides by the current row, because other attempts may have ended in the meantime. An attempt to
 * an address that the owner has replaced does not affect the webhook. A webhook that is switched
 * off keeps its reason.
 */
async function noteFailure(
  tx: PrismaTransaction,
  id: bigint,
  url: string,
  failure: Failure,
): Promise<void> {
  const webhook = await lockWebhook(tx, id);
  if (webhook === undefined || webhook.url !== url || webhook.switchedOffAt !== null) return;
  await tx.prisma.webhook.update({ where: { id }, data: failure(webhook.failingSince) });
}

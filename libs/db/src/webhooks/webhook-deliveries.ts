import { type Queryable, rowOf, rowsOf, type Transaction } from "../sql/queryable";
import { query } from "../sql/statement";
import { isActive } from "./webhooks";

export interface DueAttempt {
  readonly id: bigint;
  readonly attempt: number;
}

const claimSql = query<DueAttempt>(
  "claim-due-deliveries",
  `UPDATE webhook_deliveries SET asked = attempts + 1
   WHERE id IN (SELECT id FROM webhook_deliveries
                WHERE state = 'pending' AND asked <= attempts AND next_attempt_at <= $1::timestamptz
                ORDER BY next_attempt_at LIMIT $2::int FOR UPDATE SKIP LOCKED)
   RETURNING id, asked AS attempt`,
);

/** Claims deliveries whose next attempt is due. The caller sends their jobs. */
export const claimDueDeliveries = (tx: Transaction, now: Date, limit: number) =>
  rowsOf(tx, claimSql(now, limit));

/** More are freed by the next delivery that waits. */
const FREED_MAX = 5_000;

const freeSql = query<FreedSlots>(
  "free-slots-of-inactive-webhooks",
  `WITH freed AS (
     UPDATE webhook_deliveries SET slot_for = NULL
     WHERE id IN (SELECT d.id FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id
                  WHERE (w.owner_account_id = $1::bigint OR w.owner_organization_id = $2::bigint)
                    AND NOT (${isActive}) AND d.state = 'pending'
                    AND d.next_attempt_at > $3::timestamptz AND d.slot_for = d.attempts + 1
                  LIMIT ${FREED_MAX} FOR UPDATE OF d SKIP LOCKED)
     RETURNING webhook_id
   )
   SELECT w.url, count(*)::int AS slots FROM freed JOIN webhooks w ON w.id = freed.webhook_id
   GROUP BY w.url`,
);

/** Slots of the pace of an address that no delivery will use. */
export interface FreedSlots {
  readonly url: string;
  readonly slots: number;
}

/** Takes the slots from deliveries of an owner's webhooks that were deleted or switched off. They are later refused, or reserve new ones. */
export const freeSlots = (
  queryable: Queryable,
  owner: { readonly ownerAccountId: bigint | null; readonly ownerOrganizationId: bigint | null },
  now: Date,
) => rowsOf(queryable, freeSql(owner.ownerAccountId, owner.ownerOrganizationId, now));

const restartSql = query<DueAttempt>(
  "restart-delivery",
  `UPDATE webhook_deliveries
   SET state = 'pending', problem = NULL, round_from = attempts, asked = attempts + 1, slot_for = NULL,
     next_attempt_at = $3::timestamptz
   WHERE webhook_id = $1::bigint AND public_id = $2::text
   RETURNING id, asked AS attempt`,
);

/** Begins a new round of attempts. Undefined if the webhook has no such delivery. */
export const restartDelivery = (
  tx: Transaction,
  delivery: { readonly webhookId: bigint; readonly publicId: string; readonly now: Date },
) => rowOf(tx, restartSql(delivery.webhookId, delivery.publicId, delivery.now));

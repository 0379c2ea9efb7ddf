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

// Two ranges of an index: a webhook uses no slot of another URL, an inactive one none.
const otherSlots = (comparison: "<" | ">") =>
  `(SELECT id FROM webhook_deliveries
    WHERE webhook_id = w.id AND state = 'pending' AND slot_url ${comparison} w.url LIMIT ${FREED_MAX})`;
const freeSql = query<FreedSlots>(
  "free-unused-delivery-slots",
  `WITH unused AS (
     SELECT id, slot_url AS url FROM webhook_deliveries
     WHERE id IN (
         SELECT d.id
         FROM (SELECT id, CASE WHEN ${isActive} THEN url ELSE '' END AS url FROM webhooks w
               WHERE owner_account_id = $1::bigint OR owner_organization_id = $2::bigint) AS w
         CROSS JOIN LATERAL (${otherSlots("<")} UNION ALL ${otherSlots(">")}) AS d
         LIMIT ${FREED_MAX})
       AND next_attempt_at > $3::timestamptz AND slot_for = attempts + 1
     FOR UPDATE SKIP LOCKED
   ), freed AS (
     UPDATE webhook_deliveries d SET slot_for = NULL, slot_url = NULL FROM unused
     WHERE d.id = unused.id RETURNING unused.url
   )
   SELECT url, count(*)::int AS slots FROM freed GROUP BY url`,
);

/** Slots of the pace of an address that no delivery will use. */
export interface FreedSlots {
  readonly url: string;
  readonly slots: number;
}

/** Takes the slots from deliveries of an owner's webhooks that were deleted, switched off or moved. They are later refused, or reserve new ones. */
export const freeSlots = (
  queryable: Queryable,
  owner: { readonly ownerAccountId: bigint | null; readonly ownerOrganizationId: bigint | null },
  now: Date,
) => rowsOf(queryable, freeSql(owner.ownerAccountId, owner.ownerOrganizationId, now));

const restartSql = query<DueAttempt>(
  "restart-delivery",
  `UPDATE webhook_deliveries
   SET state = 'pending', problem = NULL, round_from = attempts, asked = attempts + 1, slot_for = NULL,
     slot_url = NULL, next_attempt_at = $3::timestamptz
   WHERE webhook_id = $1::bigint AND public_id = $2::text
   RETURNING id, asked AS attempt`,
);

/** Begins a new round of attempts. Undefined if the webhook has no such delivery. */
export const restartDelivery = (
  tx: Transaction,
  delivery: { readonly webhookId: bigint; readonly publicId: string; readonly now: Date },
) => rowOf(tx, restartSql(delivery.webhookId, delivery.publicId, delivery.now));

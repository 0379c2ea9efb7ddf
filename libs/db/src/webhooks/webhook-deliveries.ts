import { rowOf, rowsOf, type Transaction } from "../sql/queryable";
import { query } from "../sql/statement";

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

import { deletesOld } from "../sql/delete-old";
import { changesOf, type Transaction } from "../sql/queryable";
import { command } from "../sql/statement";

const forgetSql = command(
  "forget-unconfirmed-addresses",
  `WITH due AS (
     SELECT p.id FROM participants p
     WHERE p.confirmed_at IS NULL AND p.optin_email IS NOT NULL AND p.created_at < $1::timestamptz
       AND NOT EXISTS (SELECT FROM opt_ins o
                       WHERE o.participant_id = p.id AND o.created_at >= $1::timestamptz)
     ORDER BY p.created_at LIMIT $2::int FOR UPDATE SKIP LOCKED
   ), links AS (
     DELETE FROM opt_ins WHERE participant_id IN (SELECT id FROM due)
   )
   UPDATE participants SET optin_email = NULL WHERE id IN (SELECT id FROM due)`,
);

/**
 * Deletes up to `limit` unconfirmed addresses of participants who registered before a time and requested no mail after
 * it, with their links and mails (docs/reference/opt-in.md#forgotten-addresses). Returns their number.
 */
export const forgetUnconfirmedAddresses = (tx: Transaction, before: Date, limit: number) =>
  changesOf(tx, forgetSql(before, limit));

const forgetUnusedSql = command(
  "forget-unused-opt-ins",
  `DELETE FROM opt_ins WHERE id IN (
     SELECT o.id FROM opt_ins o JOIN participants p ON p.id = o.participant_id
     WHERE o.confirmed_at IS NULL AND o.denied_at IS NULL AND o.created_at < $1::timestamptz
       AND p.confirmed_at IS NOT NULL
     ORDER BY o.created_at LIMIT $2::int FOR UPDATE OF o SKIP LOCKED)`,
);

/**
 * Deletes up to `limit` links of participants who take part that confirmed nothing before a time, with their mails: of
 * addresses that were mistyped, or not confirmed. Returns their number.
 */
export const forgetUnusedOptIns = (tx: Transaction, before: Date, limit: number) =>
  changesOf(tx, forgetUnusedSql(before, limit));

/** Deletes up to `limit` links that were denied before a time, with their mails. Returns their number. */
export const forgetDeniedAddresses = deletesOld("delete-denied-opt-ins", {
  table: "opt_ins",
  key: "id",
  time: "denied_at",
});

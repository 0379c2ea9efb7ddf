import { deletesOld } from "../sql/delete-old";
import { type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

const readSql = query<{ id: bigint; accountId: bigint; createdAt: Date }>(
  "account-sessions-by-id",
  `SELECT id, account_id, created_at FROM account_sessions
   WHERE id = ANY($1::bigint[]) AND expires_at > clock_timestamp()`,
  prepared,
);

/** The accounts of sessions, by session id. Ended sessions have no entry. */
export const readSessionAccounts = async (queryable: Queryable, ids: readonly bigint[]) =>
  new Map(
    (await rowsOf(queryable, readSql(ids.map(String)))).map(({ id, ...session }) => [id, session]),
  );

const endOldestSql = command(
  "end-oldest-account-sessions",
  `DELETE FROM account_sessions WHERE id IN (
     SELECT id FROM account_sessions WHERE account_id = $1::bigint
     ORDER BY id DESC OFFSET $2::int)`,
);

/** Ends the oldest sessions of an account so that `kept` remain. The caller has locked the account. */
export const endOldestSessions = (tx: Transaction, accountId: bigint, kept: number) =>
  tx.run(endOldestSql(String(accountId), kept));

/** Deletes up to `limit` drafts of links that expired before a time; returns their number. */
export const deleteExpiredDrafts = deletesOld("delete-expired-drafts", {
  table: "sign_in_drafts",
  key: "sign_in_id",
  time: "expires_at",
});

/** Deletes up to `limit` sessions that expired before a time; returns their number. */
export const deleteExpiredSessions = deletesOld("delete-expired-account-sessions", {
  table: "account_sessions",
  key: "id",
  time: "expires_at",
});

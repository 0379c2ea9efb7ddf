import { hexOf } from "../sql/columns";
import { inTransaction } from "../sql/in-transaction";
import type { Queryable, Transaction, TransactionSource } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { optedOutKeys } from "../tokens/address-key";
import type { OptOut } from "../tokens/opt-out-link";

/** The invitations that an address has opted out of. */
export type OptOutScope = "none" | "poll" | "all";

const scopesSql = query<{ addressKey: Uint8Array; ofAll: boolean }>(
  "find-opt-outs",
  `SELECT address_key, bool_or(poll_id IS NULL) AS of_all FROM invitation_opt_outs
   WHERE address_key = ANY($2::bytea[]) AND (poll_id IS NULL OR poll_id = $1::bigint)
   GROUP BY address_key`,
);

/** The opt-outs of addresses from invitations to a poll (docs/reference/mails.md#opting-out). */
export async function findOptOuts(
  queryable: Queryable,
  pollId: bigint,
  keys: readonly Uint8Array[],
): Promise<readonly OptOutScope[]> {
  if (keys.length === 0) return [];
  const { rows } = await queryable.run(scopesSql(pollId, keys));
  const ofAll = new Map(rows.map((row) => [hexOf(row.addressKey), row.ofAll]));
  return keys.map((key) => {
    const all = ofAll.get(hexOf(key));
    return all === undefined ? "none" : all ? "all" : "poll";
  });
}

/** The same for addresses, each of which may be listed under several keys. */
export async function findOptOutsOf(
  queryable: Queryable,
  pollId: bigint,
  keys: readonly string[],
  addresses: readonly string[],
): Promise<readonly OptOutScope[]> {
  const tried = addresses.map((address) => optedOutKeys(keys, address));
  const scopes = (await findOptOuts(queryable, pollId, tried.flat())).values();
  return tried.map((ownKeys) => {
    const own = ownKeys.map(() => scopes.next().value);
    return own.find((scope) => scope === "all") ?? own.find((scope) => scope === "poll") ?? "none";
  });
}

const keepPollSql = query<{ id: bigint }>(
  "keep-poll-of-opt-out",
  "SELECT id FROM polls WHERE id = $1::bigint FOR KEY SHARE",
);

const addSql = command(
  "opt-out",
  `INSERT INTO invitation_opt_outs (address_key, poll_id) VALUES ($1::bytea, $2::bigint)
   ON CONFLICT DO NOTHING`,
);

const endSql = command(
  "end-opt-out",
  `DELETE FROM invitation_opt_outs
   WHERE address_key = $1::bytea AND (poll_id IS NULL OR poll_id = $2::bigint)`,
);

/** Opts an address out of invitations to one poll or to all, or revokes the opt-out. */
export const setOptOut = (
  db: TransactionSource<Transaction>,
  { addressKey, pollId }: OptOut,
  scope: OptOutScope,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (scope === "none") await tx.run(endSql(addressKey, pollId));
    else if (scope === "all") await tx.run(addSql(addressKey, null));
    // If the poll was deleted, a row for it has no use.
    else if ((await tx.run(keepPollSql(pollId))).rowCount > 0)
      await tx.run(addSql(addressKey, pollId));
  });

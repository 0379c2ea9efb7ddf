import type { Queryable } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { addressKey } from "../tokens/address-key";
import type { OptOut } from "../tokens/opt-out-link";

/** Which invitations an address has opted out of. */
export type OptOutScope = "none" | "poll" | "all";

const scopesSql = query<{ addressKey: Uint8Array; ofAll: boolean }>(
  "find-opt-outs",
  `SELECT address_key, bool_or(poll_id IS NULL) AS of_all FROM invitation_opt_outs
   WHERE address_key = ANY($2::bytea[]) AND (poll_id IS NULL OR poll_id = $1::bigint)
   GROUP BY address_key`,
);

/** Which invitations to a poll addresses have opted out of (docs/reference/mails.md#opting-out). */
export async function findOptOuts(
  queryable: Queryable,
  pollId: bigint,
  keys: readonly Uint8Array[],
): Promise<readonly OptOutScope[]> {
  if (keys.length === 0) return [];
  const hex = (key: Uint8Array) => Buffer.from(key).toString("hex");
  const { rows } = await queryable.run(scopesSql(pollId, keys));
  const ofAll = new Map(rows.map((row) => [hex(row.addressKey), row.ofAll]));
  return keys.map((key) => {
    const all = ofAll.get(hex(key));
    return all === undefined ? "none" : all ? "all" : "poll";
  });
}

/** The same for addresses, by each of the keys that their rows may have been written with. */
export async function findOptOutsOf(
  queryable: Queryable,
  pollId: bigint,
  keys: readonly string[],
  addresses: readonly string[],
): Promise<readonly OptOutScope[]> {
  const tried = addresses.flatMap((address) =>
    keys.map((key) => addressKey(key, "opted out", address)),
  );
  const scopes = await findOptOuts(queryable, pollId, tried);
  return addresses.map((_, index) => {
    const own = scopes.slice(index * keys.length, (index + 1) * keys.length);
    return own.find((scope) => scope === "all") ?? own.find((scope) => scope === "poll") ?? "none";
  });
}

// The poll may be deleted: then its row would say nothing.
const addSql = command(
  "opt-out",
  `INSERT INTO invitation_opt_outs (address_key, poll_id)
   SELECT $1::bytea, poll_id FROM (
     SELECT NULL::bigint AS poll_id WHERE $3::bool
     UNION ALL SELECT id FROM polls WHERE id = $2::bigint AND NOT $3::bool) AS chosen
   ON CONFLICT DO NOTHING`,
);

const endSql = command(
  "end-opt-out",
  `DELETE FROM invitation_opt_outs
   WHERE address_key = $1::bytea AND (poll_id IS NULL OR poll_id = $2::bigint)`,
);

/** Opts an address out of the invitations to a poll or to all, or of none. */
export async function setOptOut(
  queryable: Queryable,
  { addressKey, pollId }: OptOut,
  scope: OptOutScope,
): Promise<void> {
  if (scope === "none") await queryable.run(endSql(addressKey, pollId));
  else await queryable.run(addSql(addressKey, pollId, scope === "all"));
}

import { deletesOld } from "../sql/delete-old";
import type { Transaction } from "../sql/queryable";
import { command } from "../sql/statement";

const keepSql = command(
  "keep-freed-hashes",
  `INSERT INTO freed_hashes (hash, owner, freed_at)
   SELECT hash, $2, $3::timestamptz FROM unnest($1::text[]) AS r(hash)
   ON CONFLICT (hash) DO UPDATE SET owner = excluded.owner, freed_at = excluded.freed_at`,
);

/** Reserves released hashes of a poll for its owner, `account:<id>` or `organization:<id>`. */
export const keepFreedHashes = (
  tx: Transaction,
  hashes: readonly string[],
  { owner, now }: { readonly owner: string; readonly now: Date },
) => tx.run(keepSql(hashes, owner, now));

/** Deletes up to `limit` hashes that were released before a time. Returns their number. */
export const deleteOldFreedHashes = deletesOld("delete-old-freed-hashes", {
  table: "freed_hashes",
  key: "hash",
  time: "freed_at",
});

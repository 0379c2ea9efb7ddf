import { type Queryable, rowOf } from "../sql/queryable";
import { command, query } from "../sql/statement";

export interface StoredCount {
  readonly fingerprint: string | null;
  readonly countedAt: Date;
  /** JSON. */
  readonly figures: string;
}

const readSql = query<StoredCount>(
  "read-kept-count",
  `SELECT fingerprint, counted_at, figures FROM kept_counts
   WHERE poll_id = $1::bigint AND settings = $2`,
);

/** The stored count of a poll that was made with the same settings. */
export const readKeptCount = (queryable: Queryable, pollId: bigint, settings: string) =>
  rowOf(queryable, readSql(String(pollId), settings));

const keepSql = command(
  "keep-count",
  `INSERT INTO kept_counts AS kept (poll_id, settings, fingerprint, counted_at, figures)
   VALUES ($1::bigint, $2, $3, $4::timestamptz, $5)
   ON CONFLICT (poll_id) DO UPDATE SET settings = excluded.settings,
     fingerprint = excluded.fingerprint, counted_at = excluded.counted_at, figures = excluded.figures
   WHERE kept.counted_at < excluded.counted_at`,
);

/** Stores the count of a poll, unless a newer one is stored. */
export const keepCount = (
  queryable: Queryable,
  pollId: bigint,
  { settings, fingerprint, countedAt, figures }: StoredCount & { readonly settings: string },
) => queryable.run(keepSql(String(pollId), settings, fingerprint, countedAt, figures));

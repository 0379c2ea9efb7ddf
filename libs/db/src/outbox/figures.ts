import { pending } from "./conditions";

/** How many waiting and dead rows there are, and the age of the oldest that waits. */
export interface OutboxFigures {
  readonly pending: number;
  readonly oldestAgeSeconds: number;
  readonly dead: number;
}

/** Up to this number rows are counted. Above it the statistics of their index say how many there are. */
export const COUNTED_ROWS = 1_000;

/** Counts the rows of a partial index. They are spread over the table, so that counting all would read all of it. */
const rowsOf = (found: string, index: string, most: string) =>
  `(SELECT CASE WHEN count(*) < ${most} THEN count(*)
     ELSE greatest(count(*), (SELECT reltuples FROM pg_class WHERE oid = '${index}'::regclass)) END
    FROM ${found})::float8`;

/** A statement with one row of `OutboxFigures`. `most` is the parameter with `COUNTED_ROWS`. */
export const outboxFigures = (most: string): string =>
  `WITH open AS MATERIALIZED (
     SELECT created_at FROM outbox WHERE ${pending} ORDER BY created_at LIMIT ${most}
   ), given_up AS MATERIALIZED (
     SELECT dead_at FROM outbox WHERE dead_at IS NOT NULL ORDER BY dead_at LIMIT ${most}
   )
   SELECT ${rowsOf("open", "outbox_oldest", most)} AS pending,
     ${rowsOf("given_up", "outbox_dead", most)} AS dead,
     (SELECT coalesce(greatest(extract(epoch FROM clock_timestamp() - min(created_at)), 0), 0)
      FROM open)::float8 AS oldest_age_seconds`;

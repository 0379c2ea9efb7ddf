import { estimated } from "../sql/estimated";
import { pending } from "./conditions";

/** The number of waiting and dead rows, and the age of the oldest waiting row. */
export interface OutboxFigures {
  readonly pending: number;
  readonly oldestAgeSeconds: number;
  readonly dead: number;
}

/**
 * A statement that returns one row of `OutboxFigures`. `most` is the parameter for `COUNTED_ROWS`.
 */
export const outboxFigures = (most: string): string =>
  `WITH open AS MATERIALIZED (
     SELECT created_at FROM outbox WHERE ${pending} ORDER BY created_at LIMIT ${most}
   ), given_up AS MATERIALIZED (
     SELECT dead_at FROM outbox WHERE dead_at IS NOT NULL ORDER BY dead_at LIMIT ${most}
   )
   SELECT (SELECT ${estimated("count(*)", "outbox_oldest", most)} FROM open) AS pending,
     (SELECT ${estimated("count(*)", "outbox_dead", most)} FROM given_up) AS dead,
     (SELECT coalesce(greatest(extract(epoch FROM clock_timestamp() - min(created_at)), 0), 0)
      FROM open)::float8 AS oldest_age_seconds`;

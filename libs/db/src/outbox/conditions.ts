/** A row that is neither done nor dead, as in the partial index `outbox_pending`. */
export const pending = "done_at IS NULL AND dead_at IS NULL";

/**
 * The same for a row that is looked up by id, hidden from the planner: it would scan the partial index,
 * whose size it underestimates, through every waiting row.
 */
export const isPending = `(${pending}) IS TRUE`;

/**
 * A statement that joins this commits without waiting for the disk. After a crash of the server the relay
 * sends the same jobs under the same ids again.
 */
export const relaxed = "(SELECT set_config('synchronous_commit', 'off', true)) AS relaxed";

/** The time of the database in so many milliseconds. */
export const inMs = (parameter: string): string =>
  `clock_timestamp() + make_interval(secs => ${parameter}::float8 / 1000)`;

/** Marks a row as finished. A row that a worker holds was sent, even if the relay has not marked it. */
export const finished = `done_at = clock_timestamp(), tries = greatest(tries, 1),
  sent_at = coalesce(sent_at, clock_timestamp())`;

/** Counts a try that ran. The relay may not have marked it as sent, and skips rows that are marked. */
export const countTry = (tries: string): string =>
  `tries = greatest(tries, ${tries}::int), sent_at = coalesce(sent_at, clock_timestamp())`;

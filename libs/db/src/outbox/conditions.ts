/** A row is given up after this many tries. An operator's retry begins a new round of them. */
export const triesPerRound = 18;

/**
 * The columns of a dead row that is enqueued again. Skips the remaining tries of the round. The number
 * never decreases, because it is part of the job id. The age of the row begins again, so that a retry
 * raises no alert about old jobs.
 */
export const revived = `dead_at = NULL, sent_at = NULL, next_look_at = statement_timestamp(),
     created_at = statement_timestamp(),
     tries = (tries + ${triesPerRound} - 1) / ${triesPerRound} * ${triesPerRound}`;

/** A row that is neither done nor dead, as in the partial index `outbox_pending`. */
export const pending = "done_at IS NULL AND dead_at IS NULL";

/**
 * The same condition for lookups by id, in a form that the planner does not match with the partial
 * index. It would scan all waiting rows, because it underestimates the index.
 */
export const isPending = `(${pending}) IS TRUE`;

/**
 * The relay shall look at the row. Uses the start time of the statement, because an index search cannot use
 * `clock_timestamp()`. The column rounds to milliseconds, so a row that is due now may seem to be in the future.
 */
const isTime = "next_look_at <= statement_timestamp() + interval '1 ms'";

/** A row that the relay shall look at. */
export const due = `${pending} AND ${isTime}`;

/**
 * A due row that was never sent. The planner has no statistics about this form, so it follows the index
 * `outbox_untried`. In another form it would sort a backlog in each claim, if most rows were done when it last looked.
 */
export const dueFirst = `num_nonnulls(done_at, dead_at, sent_at) < 1 AND ${isTime}`;

/**
 * A statement that includes this commits without waiting for the disk. After a crash of the server,
 * the relay sends the same jobs again, with the same ids.
 */
export const relaxed = "(SELECT set_config('synchronous_commit', 'off', true)) AS relaxed";

/**
 * The time of the database as a row to join, also in seconds of Unix time. A distributed database
 * cannot compute the time inside an update of several rows.
 */
export const clock = `(SELECT statement_timestamp() AS moment,
     extract(epoch FROM statement_timestamp())::float8 AS seconds) AS clock`;

/** The time after a number of milliseconds. For statements that join `clock`. */
export const inMs = (milliseconds: string): string =>
  `to_timestamp(seconds + ${milliseconds}::float8 / 1000)`;

/**
 * Counts a try that ran. For statements that join `clock`. The relay may not have marked the try as
 * sent, and it skips rows that are marked.
 */
export const countTry = (tries: string): string =>
  `tries = greatest(tries, ${tries}::int), sent_at = coalesce(sent_at, moment)`;

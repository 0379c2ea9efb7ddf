import { execute, type OutboxStore } from "@polls/jobs/outbox";
import type { Db } from "./connect";
import { askTogether, finished, itIsPending, pending } from "./outbox-together";

const finishSql = `UPDATE outbox SET ${finished} WHERE id = $1::bigint AND ${itIsPending}`;

/** The column keeps milliseconds, rounded: a row of this moment may seem to be of the future. */
const rounding = "interval '1 ms'";

/**
 * A statement that joins this does not wait for its commit to reach the disk. What the relay notes may be
 * lost with the server: it then sends the same jobs under the same ids once more.
 */
const relaxed = "(SELECT set_config('synchronous_commit', 'off', true)) AS relaxed";

const inMs = (parameter: string) =>
  `clock_timestamp() + make_interval(secs => ${parameter}::float8 / 1000)`;

/** Notes a try that ran. The relay may not have marked it as sent yet, and leaves alone what is marked here. */
const countedAs = (tries: string) =>
  `tries = greatest(tries, ${tries}::int), sent_at = coalesce(sent_at, clock_timestamp())`;

interface ClaimedRecord {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  readonly request_id: string | null;
  readonly turn: number;
  readonly tries: number;
  readonly sent_age_ms: number | null;
}

interface DeadRecord {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  readonly tries: number;
  readonly created_at: Date;
  readonly dead_at: Date;
  readonly last_error: string | null;
}

/** The outbox of a database, for relay, workers and operators (architecture section 3). */
export const outboxStore = ({ pipelined: pool }: Pick<Db, "pipelined">): OutboxStore => ({
  ...askTogether(pool),

  async claim(limit, leaseMs) {
    const { rows } = await pool.query<ClaimedRecord>(
      `UPDATE outbox SET next_look_at = ${inMs("$2")}
       FROM (
         SELECT id FROM outbox
         WHERE ${pending} AND next_look_at <= clock_timestamp() + ${rounding}
         ORDER BY next_look_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
       ) AS due, ${relaxed}
       WHERE outbox.id = due.id
       RETURNING outbox.id, job, payload, request_id, turn, tries,
         (extract(epoch FROM clock_timestamp() - sent_at) * 1000)::float8 AS sent_age_ms`,
      [limit, leaseMs],
    );
    return rows
      .map((row) => ({
        id: row.id,
        job: row.job,
        payload: row.payload,
        requestId: row.request_id ?? undefined,
        turn: row.turn,
        tries: row.tries,
        sentAgeMs: row.sent_age_ms ?? undefined,
      }))
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  },

  async markSent(rows) {
    if (rows.length === 0) return;
    // A worker may have finished the row by now, or have set the time of its next try. One that it
    // holds at this moment is left: what is published again after the lease is the same job.
    await pool.query(
      `UPDATE outbox SET tries = own.tries, sent_at = clock_timestamp(), next_look_at = ${inMs("own.in_ms")}
       FROM (
         SELECT held.id, sent.tries, sent.in_ms
         FROM unnest($1::bigint[], $2::int[], $3::float8[]) AS sent(id, tries, in_ms),
           LATERAL (
             SELECT id FROM outbox WHERE id = sent.id AND tries < sent.tries AND ${itIsPending}
             FOR UPDATE SKIP LOCKED
           ) AS held
       ) AS own, ${relaxed}
       WHERE outbox.id = own.id`,
      [rows.map(({ id }) => id), rows.map(({ tries }) => tries), rows.map((row) => row.inMs)],
    );
  },

  async lookAgain(rows) {
    if (rows.length === 0) return;
    await pool.query(
      `UPDATE outbox SET next_look_at = ${inMs("look.in_ms")}
       FROM unnest($1::bigint[], $2::float8[]) AS look(id, in_ms), ${relaxed}
       WHERE outbox.id = look.id`,
      [rows.map(({ id }) => id), rows.map((row) => row.inMs)],
    );
  },

  async markUnpublishable(row, reason) {
    await pool.query(
      `UPDATE outbox SET tries = $2, sent_at = NULL, next_look_at = ${inMs("$3")}, last_error = $4
       WHERE id = $1`,
      [row.id, row.tries, row.inMs, reason],
    );
  },

  async bury(ids, reason) {
    if (ids.length === 0) return;
    await pool.query(
      `UPDATE outbox SET dead_at = clock_timestamp(), last_error = coalesce(last_error, $2)
       WHERE id = ANY($1::bigint[]) AND ${itIsPending}`,
      [ids, reason],
    );
  },

  async prune(olderThanMs, limit) {
    const { rowCount } = await pool.query(
      `DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox
         WHERE done_at < clock_timestamp() - make_interval(secs => $1::float8 / 1000)
         ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [olderThanMs, limit],
    );
    return rowCount ?? 0;
  },

  async figures() {
    const { rows } = await pool.query<{ pending: number; oldest: number; dead: number }>(
      `SELECT count(*) FILTER (WHERE dead_at IS NULL)::int AS pending,
         coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE dead_at IS NULL)), 0)::float8 AS oldest,
         count(*) FILTER (WHERE dead_at IS NOT NULL)::int AS dead
       FROM outbox WHERE done_at IS NULL`,
    );
    const [row] = rows;
    return {
      pending: row?.pending ?? 0,
      oldestAgeSeconds: row?.oldest ?? 0,
      dead: row?.dead ?? 0,
    };
  },

  finishIn: async (tx, id) => (await execute(tx, finishSql, [id])) === 1,

  async fail(id, tries, reason) {
    await pool.query(
      `UPDATE outbox SET dead_at = clock_timestamp(), last_error = $3, ${countedAs("$2")}
       WHERE id = $1 AND ${itIsPending}`,
      [id, tries, reason],
    );
  },

  async noteFailure(id, tries, reason, resendInMs) {
    await pool.query(
      `UPDATE outbox SET last_error = $3, next_look_at = ${inMs("$4")}, ${countedAs("$2")}
       WHERE id = $1 AND ${itIsPending}`,
      [id, tries, reason, resendInMs],
    );
  },

  async listDead(limit) {
    const { rows } = await pool.query<DeadRecord>(
      `SELECT id, job, payload, tries, created_at, dead_at, last_error FROM outbox
       WHERE dead_at IS NOT NULL ORDER BY dead_at DESC, id DESC LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({
      id: row.id,
      job: row.job,
      payload: row.payload,
      tries: row.tries,
      createdAt: row.created_at,
      deadAt: row.dead_at,
      lastError: row.last_error ?? undefined,
    }));
  },

  async retryDead(ids) {
    // The count of tries stays, as it is part of the job's id: a new round begins.
    const { rowCount } = await pool.query(
      `UPDATE outbox SET dead_at = NULL, sent_at = NULL, next_look_at = clock_timestamp()
       WHERE dead_at IS NOT NULL AND ($1::bigint[] IS NULL OR id = ANY($1::bigint[]))`,
      [ids ?? null],
    );
    return rowCount ?? 0;
  },
});

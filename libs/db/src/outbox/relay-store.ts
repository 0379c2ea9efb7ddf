import type { Queryable } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { inMs, isPending, pending, relaxed } from "./conditions";
import { COUNTED_ROWS, type OutboxFigures, outboxFigures } from "./figures";
import type { RelayStore } from "./store";

interface ClaimedRecord {
  readonly id: bigint;
  readonly job: string;
  readonly payload: unknown;
  readonly requestId: string | null;
  readonly traceparent: string | null;
  readonly ageMs: number;
  readonly priority: number;
  readonly tries: number;
  readonly sentAgeMs: number | null;
}

/** The column rounds to milliseconds, so a row of this moment may seem to be in the future. */
const rounding = "interval '1 ms'";

/** The clock of the statement, which an index may be searched by; `clock_timestamp()` may not. */
const due = `${pending} AND next_look_at <= statement_timestamp() + ${rounding}`;

// Half of the places are for new jobs by their priority, so that none waits behind many of a lower one. The rest are by
// age, so that each row leaves.
const claimSql = query<ClaimedRecord>(
  "outbox-claim",
  `WITH urgent AS (
     SELECT id FROM outbox WHERE ${due} AND sent_at IS NULL
     ORDER BY priority, next_look_at LIMIT ($1::int + 1) / 2 FOR UPDATE SKIP LOCKED
   ), oldest AS (
     SELECT id FROM outbox WHERE ${due} AND id NOT IN (SELECT id FROM urgent)
     ORDER BY next_look_at, id LIMIT $1::int - (SELECT count(*) FROM urgent) FOR UPDATE SKIP LOCKED
   )
   UPDATE outbox SET next_look_at = ${inMs("$2")}
   FROM (SELECT id FROM urgent UNION ALL SELECT id FROM oldest) AS claimed, ${relaxed}
   WHERE outbox.id = claimed.id
   RETURNING outbox.id, job, payload, request_id, traceparent, priority, tries,
     (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS age_ms,
     (extract(epoch FROM clock_timestamp() - sent_at) * 1000)::float8 AS sent_age_ms`,
);

// A worker may have finished the row, or set its next try. A row that a worker locks is skipped: after
// the lease it is published again, as the same job.
const markSentSql = command(
  "outbox-mark-sent",
  `UPDATE outbox SET tries = own.tries, sent_at = clock_timestamp(), next_look_at = ${inMs("own.in_ms")}
   FROM (
     SELECT held.id, sent.tries, sent.in_ms
     FROM unnest($1::bigint[], $2::int[], $3::float8[]) AS sent(id, tries, in_ms),
       LATERAL (
         SELECT id FROM outbox WHERE id = sent.id AND tries < sent.tries AND ${isPending}
         FOR UPDATE SKIP LOCKED
       ) AS held
   ) AS own, ${relaxed}
   WHERE outbox.id = own.id`,
);

const lookAgainSql = command(
  "outbox-look-again",
  `UPDATE outbox SET next_look_at = ${inMs("look.in_ms")}
   FROM unnest($1::bigint[], $2::float8[]) AS look(id, in_ms), ${relaxed}
   WHERE outbox.id = look.id`,
);

const markUnpublishableSql = command(
  "outbox-mark-unpublishable",
  `UPDATE outbox SET tries = $2, sent_at = NULL, next_look_at = ${inMs("$3")}, last_error = $4
   WHERE id = $1`,
);

const burySql = command(
  "outbox-bury",
  `UPDATE outbox SET dead_at = clock_timestamp(), last_error = coalesce(last_error, $2)
   WHERE id = ANY($1::bigint[]) AND ${isPending}`,
);

const pruneSql = command(
  "outbox-prune",
  `DELETE FROM outbox WHERE id IN (
     SELECT id FROM outbox
     WHERE done_at < clock_timestamp() - make_interval(secs => $1::float8 / 1000)
     ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

const figuresSql = query<OutboxFigures>("outbox-figures", outboxFigures("$1::int"));

/** The outbox for the relay. */
export const relayStore = (queryable: Queryable): RelayStore => ({
  async claim(limit, leaseMs) {
    const { rows } = await queryable.run(claimSql(limit, leaseMs));
    return [...rows]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ requestId, traceparent, sentAgeMs, ...row }) => ({
        ...row,
        id: String(row.id),
        requestId: requestId ?? undefined,
        traceparent: traceparent ?? undefined,
        sentAgeMs: sentAgeMs ?? undefined,
      }));
  },

  async markSent(rows) {
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const tries = rows.map((row) => row.tries);
    const waitsMs = rows.map((row) => row.inMs);
    await queryable.run(markSentSql(ids, tries, waitsMs));
  },

  async lookAgain(rows) {
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const waitsMs = rows.map((row) => row.inMs);
    await queryable.run(lookAgainSql(ids, waitsMs));
  },

  async markUnpublishable(row, reason) {
    await queryable.run(markUnpublishableSql(row.id, row.tries, row.inMs, reason));
  },

  async bury(ids, reason) {
    if (ids.length === 0) return;
    await queryable.run(burySql(ids, reason));
  },

  async prune(olderThanMs, limit) {
    const { rowCount } = await queryable.run(pruneSql(olderThanMs, limit));
    return rowCount;
  },

  async figures() {
    const { rows } = await queryable.run(figuresSql(COUNTED_ROWS));
    return rows[0] ?? { pending: 0, oldestAgeSeconds: 0, dead: 0 };
  },
});

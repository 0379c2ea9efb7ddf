import { columns } from "../sql/columns";
import { COUNTED_ROWS } from "../sql/estimated";
import type { Queryable } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { clock, due, dueFirst, inMs, isPending, relaxed, triesPerRound } from "./conditions";
import { type OutboxFigures, outboxFigures } from "./figures";
import type { ClaimedRow, RelayStore } from "./store";

// Much cheaper than a claim, which is planned each time.
const anyDueSql = query<{ id: bigint }>(
  "outbox-any-due",
  `SELECT id FROM outbox WHERE ${due} ORDER BY next_look_at LIMIT 1`,
  prepared,
);

const isFirst = `(sent_at IS NULL AND tries % ${triesPerRound} = 0)`;
/** Of a claimed row. One that was sent at the same moment before would not be due. */
const markedSent = "(sent_at IS NOT DISTINCT FROM moment::timestamptz(3))";

// Half of the claimed rows are new jobs in order of priority, so that important jobs do not wait
// behind others. The other half is in order of age, so that every row is sent eventually.
//
// The array makes the planner look up ids. A join with the claimed rows would compare each of them with each other.
//
// The first try of a round is marked as sent here, which saves an update of each job. If it is not published after all,
// the relay takes it back, or finds after a crash that the job is lost, and sends the next try.
const claimSql = query<Omit<ClaimedRow, "id"> & { readonly id: bigint }>(
  "outbox-claim",
  `WITH urgent AS (
     SELECT id FROM outbox WHERE ${dueFirst}
     ORDER BY priority, next_look_at LIMIT ($1::int + 1) / 2 FOR UPDATE SKIP LOCKED
   ), oldest AS (
     SELECT id FROM outbox WHERE ${due} AND id NOT IN (SELECT id FROM urgent)
     ORDER BY next_look_at LIMIT $1::int - (SELECT count(*) FROM urgent) FOR UPDATE SKIP LOCKED
   )
   UPDATE outbox SET
     tries = tries + ${isFirst}::int,
     sent_at = CASE WHEN ${isFirst} THEN moment ELSE sent_at END,
     next_look_at = CASE WHEN ${isFirst} THEN ${inMs("$3")} ELSE ${inMs("$2")} END
   FROM ${clock}, ${relaxed}
   WHERE id = ANY(ARRAY(SELECT id FROM urgent UNION ALL SELECT id FROM oldest))
   RETURNING id, job, payload, request_id, traceparent, priority,
     tries - ${markedSent}::int AS tries, ${markedSent} AS marked_sent,
     (extract(epoch FROM moment - created_at) * 1000)::float8 AS age_ms,
     CASE WHEN ${markedSent} THEN NULL
       ELSE (extract(epoch FROM moment - sent_at) * 1000)::float8 END AS sent_age_ms`,
);

// A worker may have finished the row or set its next try. Skip a row that a worker locks: after the
// lease it is published again under the same job id.
const markSentSql = command(
  "outbox-mark-sent",
  `UPDATE outbox SET tries = own.tries, sent_at = moment, next_look_at = ${inMs("own.in_ms")}
   FROM (
     SELECT held.id, sent.tries, sent.in_ms
     FROM unnest($1::bigint[], $2::int[], $3::float8[]) AS sent(id, tries, in_ms),
       LATERAL (
         SELECT id FROM outbox WHERE id = sent.id AND tries < sent.tries AND ${isPending}
         FOR UPDATE SKIP LOCKED
       ) AS held
   ) AS own, ${clock}, ${relaxed}
   WHERE outbox.id = own.id`,
);

const scheduleCheckSql = command(
  "outbox-schedule-check",
  `UPDATE outbox SET next_look_at = ${inMs("later.in_ms")}
   FROM unnest($1::bigint[], $2::float8[]) AS later(id, in_ms), ${clock}, ${relaxed}
   WHERE outbox.id = later.id`,
);

const takeBackSql = command(
  "outbox-take-back",
  `UPDATE outbox SET tries = outbox.tries - 1, sent_at = NULL, next_look_at = ${inMs("own.in_ms")}
   FROM unnest($1::bigint[], $2::int[], $3::float8[]) AS own(id, tries, in_ms), ${clock}, ${relaxed}
   WHERE outbox.id = own.id AND outbox.tries = own.tries AND ${isPending}`,
);

const markUnpublishableSql = command(
  "outbox-mark-unpublishable",
  `UPDATE outbox SET tries = $2, sent_at = NULL, next_look_at = ${inMs("$3")}, last_error = $4
   FROM ${clock} WHERE id = $1`,
);

const markDeadSql = command(
  "outbox-mark-dead",
  `UPDATE outbox SET dead_at = statement_timestamp(), last_error = coalesce(last_error, $2)
   WHERE id = ANY($1::bigint[]) AND ${isPending}`,
);

const pruneSql = command(
  "outbox-prune",
  `DELETE FROM finished_jobs WHERE (done_at, id) IN (
     SELECT done_at, id FROM finished_jobs
     WHERE done_at < statement_timestamp() - make_interval(secs => $1::float8 / 1000)
     ORDER BY done_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

// Rows that workers of the release before marked as done.
const pruneMarkedSql = command(
  "outbox-prune-marked",
  `DELETE FROM outbox WHERE id IN (
     SELECT id FROM outbox
     WHERE done_at < statement_timestamp() - make_interval(secs => $1::float8 / 1000)
     ORDER BY done_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

const figuresSql = query<OutboxFigures>("outbox-figures", outboxFigures("$1::int"));

/** The statements of the relay on the outbox. */
export function relayStore(queryable: Queryable): RelayStore {
  let wasEmpty = false;
  const anyDue = async () => (await queryable.run(anyDueSql())).rows.length > 0;
  return {
    async claim(limit, { leaseMs, checkMs }) {
      if (wasEmpty && !(await anyDue())) return [];
      const { rows } = await queryable.run(claimSql(limit, leaseMs, checkMs));
      wasEmpty = rows.length === 0;
      return [...rows]
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .map((row) => ({ ...row, id: String(row.id) }));
    },

    async markSent(rows) {
      if (rows.length === 0) return;
      await queryable.run(markSentSql(...columns(rows, "id", "tries", "inMs")));
    },

    async takeBack(rows) {
      if (rows.length === 0) return;
      await queryable.run(takeBackSql(...columns(rows, "id", "tries", "inMs")));
    },

    async scheduleCheck(rows) {
      if (rows.length === 0) return;
      await queryable.run(scheduleCheckSql(...columns(rows, "id", "inMs")));
    },

    async markUnpublishable(row, reason) {
      await queryable.run(markUnpublishableSql(row.id, row.tries, row.inMs, reason));
    },

    async markDead(ids, reason) {
      if (ids.length === 0) return;
      await queryable.run(markDeadSql(ids, reason));
    },

    async prune(olderThanMs, limit) {
      const moved = await queryable.run(pruneSql(olderThanMs, limit));
      const marked = await queryable.run(pruneMarkedSql(olderThanMs, limit));
      return moved.rowCount + marked.rowCount;
    },

    async figures() {
      const { rows } = await queryable.run(figuresSql(COUNTED_ROWS));
      return rows[0] ?? { pending: 0, oldestAgeSeconds: 0, dead: 0 };
    },
  };
}

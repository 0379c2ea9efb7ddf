import { changesOf, type Queryable, rowsOf } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { revived } from "./conditions";
import type { CausedRow, DeadRow, OperatorStore } from "./store";

const listDeadSql = query<DeadRow>(
  "outbox-list-dead",
  `SELECT id::text AS id, job, payload, tries, created_at, dead_at, last_error FROM outbox
   WHERE dead_at IS NOT NULL ORDER BY dead_at DESC, outbox.id DESC LIMIT $1`,
);

// Requests in a shared transaction share its rows. There is no index, because it would slow down
// every insert and every finished job.
const listCausedSql = query<CausedRow>(
  "outbox-list-caused",
  `SELECT id::text AS id, job, payload, tries, created_at, sent_at, done_at, dead_at FROM (
     SELECT id, job, payload, request_id, tries, created_at, sent_at, done_at, dead_at FROM outbox
     UNION ALL
     SELECT id, job, payload, request_id, tries, created_at, sent_at, done_at, NULL FROM finished_jobs
   ) AS jobs
   WHERE request_id = $1 OR (request_id LIKE '%,%' AND $1 = ANY(string_to_array(request_id, ',')))
   ORDER BY jobs.id LIMIT $2`,
);

const retryDeadSql = command(
  "outbox-retry-dead",
  `UPDATE outbox SET ${revived}
   WHERE dead_at IS NOT NULL AND ($1::bigint[] IS NULL OR id = ANY($1::bigint[]))`,
);

const deleteDeadSql = command(
  "outbox-delete-dead",
  "DELETE FROM outbox WHERE dead_at IS NOT NULL AND id = ANY($1::bigint[])",
);

/** The statements of operators on the outbox. */
export const operatorStore = (queryable: Queryable): OperatorStore => ({
  listDead: (limit) => rowsOf(queryable, listDeadSql(limit)),
  listCausedBy: (requestId, limit) => rowsOf(queryable, listCausedSql(requestId, limit)),
  deleteDead: (ids) => changesOf(queryable, deleteDeadSql(ids)),
  retryDead: (ids) => changesOf(queryable, retryDeadSql(ids ?? null)),
});

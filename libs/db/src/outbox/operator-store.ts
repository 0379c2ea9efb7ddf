import type { Queryable } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { revived } from "./conditions";
import type { OperatorStore } from "./store";

interface DeadRecord {
  readonly id: bigint;
  readonly job: string;
  readonly payload: unknown;
  readonly tries: number;
  readonly createdAt: Date;
  readonly deadAt: Date;
  readonly lastError: string | null;
}

const listDeadSql = query<DeadRecord>(
  "outbox-list-dead",
  `SELECT id, job, payload, tries, created_at, dead_at, last_error FROM outbox
   WHERE dead_at IS NOT NULL ORDER BY dead_at DESC, id DESC LIMIT $1`,
);

interface CausedRecord {
  readonly id: bigint;
  readonly job: string;
  readonly payload: unknown;
  readonly tries: number;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly doneAt: Date | null;
  readonly deadAt: Date | null;
}

// Requests in a shared transaction share its rows. There is no index, because it would slow down
// every insert and every finished job.
const listCausedSql = query<CausedRecord>(
  "outbox-list-caused",
  `SELECT id, job, payload, tries, created_at, sent_at, done_at, dead_at FROM (
     SELECT id, job, payload, request_id, tries, created_at, sent_at, done_at, dead_at FROM outbox
     UNION ALL
     SELECT id, job, payload, request_id, tries, created_at, sent_at, done_at, NULL FROM finished_jobs
   ) AS jobs
   WHERE request_id = $1 OR (request_id LIKE '%,%' AND $1 = ANY(string_to_array(request_id, ',')))
   ORDER BY id LIMIT $2`,
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
  async listDead(limit) {
    const { rows } = await queryable.run(listDeadSql(limit));
    return rows.map((row) => ({
      ...row,
      id: String(row.id),
      lastError: row.lastError ?? undefined,
    }));
  },

  async listCausedBy(requestId, limit) {
    const { rows } = await queryable.run(listCausedSql(requestId, limit));
    return rows.map((row) => ({
      ...row,
      id: String(row.id),
      sentAt: row.sentAt ?? undefined,
      doneAt: row.doneAt ?? undefined,
      deadAt: row.deadAt ?? undefined,
    }));
  },

  async deleteDead(ids) {
    const { rowCount } = await queryable.run(deleteDeadSql(ids));
    return rowCount;
  },

  async retryDead(ids) {
    const { rowCount } = await queryable.run(retryDeadSql(ids ?? null));
    return rowCount;
  },
});

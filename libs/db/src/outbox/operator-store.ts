import type { Queryable } from "../sql/queryable";
import { command, query } from "../sql/statement";
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

// The number of tries stays, because it is part of the job's id: a new round begins.
const retryDeadSql = command(
  "outbox-retry-dead",
  `UPDATE outbox SET dead_at = NULL, sent_at = NULL, next_look_at = clock_timestamp()
   WHERE dead_at IS NOT NULL AND ($1::bigint[] IS NULL OR id = ANY($1::bigint[]))`,
);

/** The outbox for operators. */
export const operatorStore = (queryable: Queryable): OperatorStore => ({
  async listDead(limit) {
    const { rows } = await queryable.run(listDeadSql(limit));
    return rows.map((row) => ({
      ...row,
      id: String(row.id),
      lastError: row.lastError ?? undefined,
    }));
  },

  async retryDead(ids) {
    const { rowCount } = await queryable.run(retryDeadSql(ids ?? null));
    return rowCount;
  },
});

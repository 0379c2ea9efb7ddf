import { batchQueries } from "../sql/batch-queries";
import { columnOf, oneRow, type Queryable } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { clock, countTry, inMs, isPending } from "./conditions";
import type { WorkerStore } from "./store";

/** Maximum number of rows in one statement. */
const maxBatch = 200;
/** The pause between two statements that finish rows. No job waits for them. */
const finishPauseMs = 10;

const openSql = query<{ id: bigint }>(
  "outbox-open",
  `SELECT id FROM outbox WHERE id = ANY($1::bigint[]) AND ${isPending}`,
  prepared,
);

// A restore skips the ids that were given since its backup.
const newestSql = query<{ id: bigint }>(
  "newest-outbox-id",
  "SELECT last_value AS id FROM outbox_id_seq",
);

const kept = "id, job, payload, request_id, created_at";

/**
 * Moves rows to the finished jobs. A row that a worker processes was sent, even if the relay has not
 * marked it yet.
 */
const finishRows = (which: string): string =>
  `WITH done AS (
     DELETE FROM outbox WHERE ${which} RETURNING ${kept}, tries, sent_at
   ), moved AS (
     INSERT INTO finished_jobs (${kept}, tries, sent_at, done_at)
     SELECT ${kept}, greatest(tries, 1), coalesce(sent_at, statement_timestamp()), statement_timestamp()
     FROM done
   )
   SELECT id FROM done`;

// Rows are locked in the order of their ids, so that two statements cannot deadlock.
const finishSql = query<{ id: bigint }>(
  "outbox-finish",
  finishRows(`id = ANY(ARRAY(
       SELECT id FROM outbox WHERE id = ANY($1::bigint[]) AND ${isPending} ORDER BY id FOR UPDATE))`),
  prepared,
);

const finishOneSql = query<{ id: bigint }>(
  "outbox-finish-one",
  finishRows(`id = $1::bigint AND ${isPending}`),
);

const failSql = command(
  "outbox-fail",
  `UPDATE outbox SET dead_at = moment, last_error = $3, ${countTry("$2")}
   FROM ${clock} WHERE id = $1 AND ${isPending}`,
);

const noteFailureSql = command(
  "outbox-note-failure",
  `UPDATE outbox SET last_error = $3, next_look_at = ${inMs("$4")}, ${countTry("$2")}
   FROM ${clock} WHERE id = $1 AND ${isPending}`,
);

/** The statements of workers on the outbox. Jobs that finish at the same time share a statement. */
export function workerStore(queryable: Queryable): WorkerStore {
  const idsBy = (statement: typeof openSql) => async (ids: readonly string[]) =>
    new Map((await columnOf(queryable, statement(ids), "id")).map((id) => [String(id), true]));
  const isOpen = batchQueries(idsBy(openSql), maxBatch);
  const finish = batchQueries(idsBy(finishSql), maxBatch, finishPauseMs);
  let newest: Promise<bigint> | undefined;
  async function readNewest(): Promise<bigint> {
    try {
      return (await oneRow(queryable, newestSql())).id;
    } catch (error) {
      newest = undefined;
      throw error;
    }
  }
  return {
    isOpen: async (id) => (await isOpen(id)) === true,
    async isOld(id) {
      newest ??= readNewest();
      return BigInt(id) <= (await newest);
    },
    finish: async (id) => (await finish(id)) === true,
    finishIn: async (tx, id) => (await tx.run(finishOneSql(id))).rows.length === 1,
    async fail(id, tries, reason) {
      await queryable.run(failSql(id, tries, reason));
    },
    async noteFailure(id, tries, reason, resendInMs) {
      await queryable.run(noteFailureSql(id, tries, reason, resendInMs));
    },
  };
}

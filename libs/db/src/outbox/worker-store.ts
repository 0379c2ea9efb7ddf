import { batchQueries } from "../sql/batch-queries";
import { oneRow, type Queryable } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { clock, countTry, finished, inMs, isPending, pending } from "./conditions";
import type { WorkerStore } from "./store";

/** Maximum number of rows in one statement. */
const maxBatch = 200;
/** The pause between two statements that finish rows. No job waits for them. */
const finishPauseMs = 10;

const statesSql = query<{ id: bigint; open: boolean }>(
  "outbox-states",
  `SELECT id, (${pending}) AS open FROM outbox WHERE id = ANY($1::bigint[])`,
  prepared,
);

// A restore skips the ids that were given since its backup.
const newestSql = query<{ id: bigint }>(
  "newest-outbox-id",
  "SELECT last_value AS id FROM outbox_id_seq",
);

// Rows are locked in the order of their ids, so that two statements cannot deadlock.
const finishSql = query<{ id: bigint }>(
  "outbox-finish",
  `UPDATE outbox SET ${finished} FROM (
     SELECT id AS own FROM outbox WHERE id = ANY($1::bigint[]) AND ${isPending}
     ORDER BY id FOR UPDATE
   ) AS held, ${clock}
   WHERE id = own RETURNING id`,
  prepared,
);

const finishOneSql = command(
  "outbox-finish-one",
  `UPDATE outbox SET ${finished} FROM ${clock} WHERE id = $1::bigint AND ${isPending}`,
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
  const stateOf = batchQueries<string, "open" | "finished">(async (ids) => {
    const { rows } = await queryable.run(statesSql(ids));
    return new Map(rows.map(({ id, open }) => [String(id), open ? "open" : "finished"]));
  }, maxBatch);
  const finish = batchQueries<string, true>(
    async (ids) => {
      const { rows } = await queryable.run(finishSql(ids));
      return new Map(rows.map(({ id }) => [String(id), true]));
    },
    maxBatch,
    finishPauseMs,
  );
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
    state: async (id) => (await stateOf(id)) ?? "gone",
    async isOld(id) {
      newest ??= readNewest();
      return BigInt(id) <= (await newest);
    },
    finish: async (id) => (await finish(id)) === true,
    finishIn: async (tx, id) => (await tx.run(finishOneSql(id))).rowCount === 1,
    async fail(id, tries, reason) {
      await queryable.run(failSql(id, tries, reason));
    },
    async noteFailure(id, tries, reason, resendInMs) {
      await queryable.run(noteFailureSql(id, tries, reason, resendInMs));
    },
  };
}

import type { WorkerStore } from "@polls/jobs/outbox";
import type { Pool } from "pg";
import { gather } from "./gather";

/** A row that is neither done nor dead; the partial index `outbox_pending` knows it. */
export const pending = "done_at IS NULL AND dead_at IS NULL";

/**
 * The same of a row that is looked up by its id, said so that the planner does not see it: it would walk
 * the partial index, which it takes for short, through all that waits.
 */
export const itIsPending = `(${pending}) IS TRUE`;

/** What finishing sets. A row that a worker has in hand was sent, whether or not that is noted yet. */
export const finished = `done_at = clock_timestamp(), tries = greatest(tries, 1),
  sent_at = coalesce(sent_at, clock_timestamp())`;

/** Rows of one statement. */
const maxTogether = 200;

/** What a worker asks about every job, in few statements: jobs that run at the same time ask together. */
export function askTogether(pool: Pool): Pick<WorkerStore, "state" | "finish"> {
  const state = gather<string, "open" | "finished">(async (ids) => {
    const { rows } = await pool.query<{ id: string; open: boolean }>({
      name: "outbox-states",
      text: `SELECT id, (${pending}) AS open FROM outbox WHERE id = ANY($1::bigint[])`,
      values: [ids],
    });
    return new Map(rows.map(({ id, open }) => [id, open ? "open" : "finished"]));
  }, maxTogether);
  const finish = gather<string, true>(async (ids) => {
    // Locked in the order of their ids, so that two statements never wait for each other.
    const { rows } = await pool.query<{ id: string }>({
      name: "outbox-finish",
      text: `UPDATE outbox SET ${finished} FROM (
               SELECT id AS own FROM outbox WHERE id = ANY($1::bigint[]) AND ${itIsPending}
               ORDER BY id FOR UPDATE
             ) AS held
             WHERE id = own RETURNING id`,
      values: [ids],
    });
    return new Map(rows.map(({ id }) => [id, true]));
  }, maxTogether);
  return {
    state: async (id) => (await state(id)) ?? "gone",
    finish: async (id) => (await finish(id)) === true,
  };
}

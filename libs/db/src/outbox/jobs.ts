import { changesOf, columnOf, type Queryable, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { revived } from "./conditions";

/** Jobs of one kind. They are sent when the transaction that inserts them commits. */
export interface NewJobs {
  readonly job: string;
  readonly payloads: readonly object[];
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  readonly delayMs: number;
  /** The priority of the first job. Each following job gets `priorityStep` more. */
  readonly priority: number;
  readonly priorityStep: number;
}

const insertJobsSql = command(
  "insert-jobs",
  `INSERT INTO outbox (job, payload, request_id, next_look_at, priority, traceparent)
   SELECT $1::text, payload, $3::text, now() + $4::int * interval '1 ms', $5::int + $6::int * (place - 1),
     $7::text
   FROM jsonb_array_elements($2::text::jsonb) WITH ORDINALITY AS new(payload, place)
   ORDER BY place`,
  prepared,
);

/** Inserts rows into the outbox. Services call `send` instead, which checks the payloads. */
export async function insertJobs(tx: Transaction, jobs: NewJobs): Promise<void> {
  const { job, payloads, requestId, traceparent, delayMs, priority, priorityStep } = jobs;
  const values = JSON.stringify(payloads);
  const [request, trace] = [requestId ?? null, traceparent ?? null];
  await tx.run(insertJobsSql(job, values, request, delayMs, priority, priorityStep, trace));
}

const reviveSql = command(
  "revive-dead-jobs",
  `UPDATE outbox SET ${revived}
   WHERE job = $1::text AND dead_at IS NOT NULL AND payload ->> $2::text = $3::text`,
);

/** Enqueues the dead jobs of a kind again whose payload has a value. Returns whether there were any. */
export const reviveDeadJobs = async (
  tx: Transaction,
  job: `payment.${string}`,
  key: string,
  value: string,
) => (await changesOf(tx, reviveSql(job, key, value))) > 0;

const waitingSql = query<{ value: string }>(
  "waiting-job-values",
  `SELECT payload ->> $2::text AS value FROM outbox
   WHERE job = $1::text AND done_at IS NULL AND dead_at IS NULL AND job LIKE 'payment.%'
     AND payload ->> $2::text = ANY($3::text[])`,
);

/** Which values of a payload key waiting jobs of a kind have. Only for jobs of payments, which have an index. */
export const findWaitingValues = async (
  queryable: Queryable,
  job: `payment.${string}`,
  key: string,
  values: readonly string[],
) => new Set(await columnOf(queryable, waitingSql(job, key, values), "value"));

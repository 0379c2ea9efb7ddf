import { currentContext } from "@polls/telemetry";
import type { z } from "zod";
import type { JobContract, QueueName } from "../define-job";
import { execute, type OutboxTransaction } from "./transaction";

/** When a job runs. */
export interface Timing {
  /** From now, at the earliest. */
  readonly delayMs?: number;
  /** Of the jobs that wait, those of a smaller turn go first; 0, the first of all, where nothing is said. */
  readonly turn?: number;
}

/** Of a transaction that a request runs: its id. */
const requestOf = new WeakMap<OutboxTransaction, string>();

/** Says which request a transaction belongs to; the jobs sent in it carry its id. */
export const causedBy = (tx: OutboxTransaction, requestId: string): void => {
  requestOf.set(tx, requestId);
};

/**
 * Sends a job together with the change that causes it: both happen or neither does
 * (architecture section 3). The job carries the id of the request that causes it.
 *
 * Throws when the payload does not fit the contract, which is a defect of the sender.
 */
export const send = <Payload extends z.ZodType<object>>(
  tx: OutboxTransaction,
  contract: JobContract<string, QueueName, Payload>,
  payload: z.input<Payload>,
  timing: Timing = {},
): Promise<void> => sendAll(tx, contract, [payload], timing);

/** Sends a job that runs `delayMs` from now at the earliest. */
export const sendLater = <Payload extends z.ZodType<object>>(
  tx: OutboxTransaction,
  contract: JobContract<string, QueueName, Payload>,
  payload: z.input<Payload>,
  delayMs: number,
): Promise<void> => sendAll(tx, contract, [payload], { delayMs });

/** Sends many jobs of one kind in one statement. */
export async function sendAll<Payload extends z.ZodType<object>>(
  tx: OutboxTransaction,
  contract: JobContract<string, QueueName, Payload>,
  payloads: readonly z.input<Payload>[],
  { delayMs = 0, turn = 0 }: Timing = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const parsed = payloads.map((payload) => contract.payload.parse(payload));
  await execute(
    tx,
    `INSERT INTO outbox (job, payload, request_id, next_look_at, turn)
     SELECT $1::text, payload, $3::text, now() + $4::int * interval '1 ms', $5::int FROM jsonb_array_elements($2::text::jsonb) AS payload`,
    [contract.name, JSON.stringify(parsed), requestIdOf(tx) ?? null, delayMs, turn],
  );
}

/** A job that sends another carries the request's id in its context. */
const requestIdOf = (tx: OutboxTransaction): string | undefined =>
  requestOf.get(tx) ?? currentContext()?.requestId;

import { findWaitingValues, reviveDeadJobs } from "@polls/db/outbox";
import type { Transaction } from "@polls/db/sql";
import type { z } from "zod";
import type { JobContract } from "../define-job";
import { send } from "../outbox/send";

/** Sends a job of a payment again: the dead one, or a new one unless one waits. */
export async function sendAgain<Key extends string>(
  tx: Transaction,
  contract: JobContract<`payment.${string}`, "payment", z.ZodType<Readonly<Record<Key, string>>>>,
  key: Key,
  id: bigint,
): Promise<void> {
  const value = String(id);
  if (await reviveDeadJobs(tx, contract.name, key, value)) return;
  if ((await findWaitingValues(tx, contract.name, key, [value])).has(value)) return;
  await send(tx, contract, { [key]: value });
}

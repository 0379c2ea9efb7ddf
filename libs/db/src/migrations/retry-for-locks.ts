import { setTimeout as pause } from "node:timers/promises";
import type { ClientBase } from "pg";
import { isWorthRetrying } from "../connection/sql-state";

/** How long a statement waits for a lock. Requests queue behind it, and wait longer. */
const LOCK_WAIT_MS = 500;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Runs work whose statements wait only briefly for locks, and retries it for some time if it gets none. */
export async function retryForLocks(
  client: ClientBase,
  retryForMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + retryForMs;
  await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isWorthRetrying(error) || performance.now() + pauseMs > end) throw error;
      await pause(pauseMs);
    }
  }
}

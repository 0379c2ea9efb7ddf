import type { Db, Transaction } from "./connect";
import { isWorthRetrying } from "./sql-state";

const ATTEMPTS = 5;
const PAUSE_MS = 20;

/**
 * Runs `work` in one transaction: what it throws rolls back. Deadlocks, serialization failures and
 * lock timeouts are tried again, five times at most, so `work` may run more than once and must do
 * nothing outside of the transaction (reliability, M1).
 */
export function inTransaction<Result>(
  db: Db,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return retrying(() => db.prisma.$transaction(work));
}

/** Tries work that a deadlock or lock timeout undid again, with a growing random pause. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isWorthRetrying(error)) throw error;
      const pauseMs = Math.random() * PAUSE_MS * 2 ** attempt;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

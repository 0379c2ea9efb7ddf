import { isWorthRetrying } from "../connection/sql-state";
import type { Transaction, TransactionSource } from "./queryable";

const ATTEMPTS = 5;
const PAUSE_MS = 20;
/** No attempt begins later, so that all of them end within 14 s (docs/reliability.md#slow-database). */
const LAST_BEGIN_MS = 6_000;

export interface InTransactionOptions<Result> {
  /** Whether a result commits; if absent, every result does. */
  readonly commitIf?: (result: Result) => boolean;
}

/**
 * Runs `work` in one transaction: of Prisma on `db`, pipelined on `db.pipelined`. What it throws rolls
 * back. Deadlocks, serialization failures and lock timeouts are retried, with five attempts in all, so
 * `work` must do nothing outside of the transaction (docs/reliability.md#mechanisms).
 */
export function inTransaction<Tx extends Transaction, Result>(
  source: TransactionSource<Tx>,
  work: (tx: Tx) => Promise<Result>,
  { commitIf = () => true }: InTransactionOptions<Result> = {},
): Promise<Result> {
  return retrying(() => source.transaction(work, commitIf));
}

/** Retries work that a deadlock or lock timeout undid, after a growing random pause. */
async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = Math.random() * PAUSE_MS * 2 ** attempt;
      const isLate = performance.now() - began + pauseMs > LAST_BEGIN_MS;
      if (attempt >= ATTEMPTS || isLate || !isWorthRetrying(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

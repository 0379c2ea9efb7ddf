import { isWorthRetrying } from "../connection/sql-state";
import type { Transaction, TransactionSource } from "./queryable";

const ATTEMPTS = 5;
const PAUSE_MS = 20;
/** No attempt begins after this time, so that all end within 14 s (docs/reliability.md#slow-database). */
const LAST_BEGIN_MS = 6_000;

/** What a transaction has read is outdated. It begins again. */
export class OutdatedRead extends Error {}

export interface InTransactionOptions<Result> {
  /** Whether to commit, depending on the result. By default every result commits. */
  readonly commitIf?: (result: Result) => boolean;
}

/**
 * Runs `work` in one transaction: a Prisma transaction on `db`, one of statements on `db.statements` and
 * `db.pipelined`.
 * An error rolls back. Deadlocks, serialization failures, lock timeouts and outdated reads are retried, up to five
 * attempts, so `work` must have no effects outside of the transaction
 * (docs/reliability.md#mechanisms).
 */
export function inTransaction<Tx extends Transaction, Result>(
  source: TransactionSource<Tx>,
  work: (tx: Tx) => Promise<Result>,
  { commitIf = () => true }: InTransactionOptions<Result> = {},
): Promise<Result> {
  return retrying(() => source.transaction(work, commitIf));
}

/** Retries work after a deadlock or lock timeout, with growing random pauses. */
async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = Math.random() * PAUSE_MS * 2 ** attempt;
      const isLate = performance.now() - began + pauseMs > LAST_BEGIN_MS;
      if (attempt >= ATTEMPTS || isLate || !mayRetry(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

const mayRetry = (error: unknown): boolean =>
  error instanceof OutdatedRead || isWorthRetrying(error);

import { type Db, inTransaction, isDatabaseUnavailable, type Transaction } from "@polls/db";
import { unavailable } from "../../http/replies/problem";
import { isUnwritten } from "../../http/routing/batches";
import { type BatchResult, type Coalesced, type CoalesceOptions, coalesce } from "./coalesce";

interface Kind {
  readonly kind: string;
}

const anyWritten = (results: readonly Kind[]): boolean => !results.every(isUnwritten);

const queueTimeout = () => unavailable("The votes before this one take too long", 1);

/** Carries requests out in one transaction and gives a result for each, in order; an error undoes all. */
export type CarryOut<Request, Result> = (
  tx: Transaction,
  requests: readonly Request[],
) => Promise<readonly Result[]>;

export interface SharingOptions {
  readonly batches: CoalesceOptions;
  /** Called after a transaction has committed. */
  readonly committed: (tx: Transaction) => void;
}

/**
 * Lets requests that arrive together share a transaction, whose statements share round trips. A batch
 * that fails as a whole is carried out again request by request, so that one request fails alone. Where
 * nothing was written for any request, the transaction is rolled back.
 */
export function shareTransactions<Request, Result extends Kind>(
  db: Db,
  carryOut: CarryOut<Request, Result>,
  { batches, committed }: SharingOptions,
): Coalesced<Request, Result> {
  async function carryOutTogether(requests: readonly Request[]): Promise<readonly Result[]> {
    let opened: Transaction | undefined;
    const results = await inTransaction(
      db.pipelined,
      (tx) => {
        opened = tx;
        return carryOut(tx, requests);
      },
      { commitIf: anyWritten },
    );
    if (opened !== undefined && anyWritten(results)) committed(opened);
    return results;
  }

  async function runBatch(requests: readonly Request[]): Promise<readonly BatchResult<Result>[]> {
    try {
      const results = await carryOutTogether(requests);
      return results.map((result) => ({ ok: true, result }));
    } catch (error) {
      if (requests.length === 1) return [{ ok: false, error }];
      if (isDatabaseUnavailable(error)) throw error;
      const results: BatchResult<Result>[] = [];
      for (const request of requests) results.push(...(await runBatch([request])));
      return results;
    }
  }

  return coalesce(runBatch, batches, queueTimeout);
}

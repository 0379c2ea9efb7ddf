import { type Db, inTransaction, isDatabaseUnavailable, type Transaction } from "@polls/db";
import { unavailable } from "../../http/replies/problem";
import { type Coalesced, type CoalesceOptions, coalesce, type Settled } from "./coalesce";

const anyAccepted = (settled: readonly Settled<unknown>[]): boolean => settled.some(({ ok }) => ok);

const busy = () => unavailable("The votes before this one take too long", 1);

/** Answers requests in one transaction, each for itself and in order; what it throws undoes all of them. */
export type AnswerAll<Request, Result> = (
  tx: Transaction,
  requests: readonly Request[],
) => Promise<readonly Settled<Result>[]>;

export interface SharingOptions {
  readonly sharing: CoalesceOptions;
  /** Told of each transaction that has committed something, by what its statements ran on. */
  readonly committed: (tx: Transaction) => void;
}

/**
 * Lets requests that arrive together share a transaction, whose statements share round trips. One
 * that fails as a whole is done again request by request, so that only what is at fault fails. Where
 * every request is refused, nothing is committed.
 */
export function shareTransactions<Request, Result>(
  db: Db,
  answerAll: AnswerAll<Request, Result>,
  { sharing, committed }: SharingOptions,
): Coalesced<Request, Result> {
  async function answerTogether(requests: readonly Request[]): Promise<readonly Settled<Result>[]> {
    let opened: Transaction | undefined;
    const settled = await inTransaction(
      db.pipelined,
      (tx) => {
        opened = tx;
        return answerAll(tx, requests);
      },
      { commitIf: anyAccepted },
    );
    if (opened !== undefined && anyAccepted(settled)) committed(opened);
    return settled;
  }

  async function run(requests: readonly Request[]): Promise<readonly Settled<Result>[]> {
    try {
      return await answerTogether(requests);
    } catch (error) {
      if (requests.length === 1) return [{ ok: false, error }];
      if (isDatabaseUnavailable(error)) throw error;
      const settled: Settled<Result>[] = [];
      for (const request of requests) settled.push(...(await run([request])));
      return settled;
    }
  }

  return coalesce(run, sharing, busy);
}

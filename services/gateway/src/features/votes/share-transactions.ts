import { type Db, isDatabaseUnavailable, retrying, type Sql, sqlOn } from "@polls/db";
import { unavailable } from "../../http/replies/problem";
import { type Coalesced, type CoalesceOptions, coalesce, type Settled } from "./coalesce";

const BEGIN = { name: "begin", text: "BEGIN", values: [] };
const COMMIT = { name: "commit", text: "COMMIT", values: [] };
const ROLLBACK = { name: "rollback", text: "ROLLBACK", values: [] };

const busy = () => unavailable("The votes before this one take too long", 1);

/** Answers requests in one transaction, each for itself and in order; what it throws undoes all of them. */
export type AnswerAll<Request, Result> = (
  sql: Sql,
  requests: readonly Request[],
) => Promise<readonly Settled<Result>[]>;

export interface SharingOptions {
  readonly sharing: CoalesceOptions;
  /** Told of each transaction that has committed something, by what its statements ran on. */
  readonly committed: (sql: Sql) => void;
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
  async function inTransaction(requests: readonly Request[]): Promise<readonly Settled<Result>[]> {
    const client = await db.pipelined.connect();
    let failed = true;
    try {
      const sql = sqlOn(client);
      const [, settled] = await Promise.all([sql(BEGIN), answerAll(sql, requests)]);
      const accepted = settled.some(({ ok }) => ok);
      await sql(accepted ? COMMIT : ROLLBACK);
      failed = false;
      if (accepted) committed(sql);
      return settled;
    } finally {
      // Statements may still be on their way: they end with their connection, and nothing commits them.
      client.release(failed);
    }
  }

  async function run(requests: readonly Request[]): Promise<readonly Settled<Result>[]> {
    try {
      return await retrying(() => inTransaction(requests));
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

import { type Db, isDatabaseUnavailable } from "@polls/db/connection";
import { inTransaction, type Transaction } from "@polls/db/sql";
import { inSpan, type Span } from "@polls/telemetry";
import { unavailable } from "../../http/replies/problem";
import { isUnwritten } from "../../http/routing/batches";
import { type BatchResult, type CoalesceOptions, coalesce } from "./coalesce";

const anyWritten = (results: readonly { readonly kind: string }[]): boolean =>
  !results.every(isUnwritten);

/** A request whose trace has a span for its transaction, which other requests may share. */
interface Traced {
  readonly cause?: { readonly span?: Span | undefined };
}

/**
 * Carries out requests that arrive together in one transaction, whose statements share round trips. If a batch
 * fails, each half of it runs again, so that one request cannot fail the others and costs few transactions.
 * If no request writes anything, the transaction is rolled back.
 */
export function shareTransactions<Request extends Traced, Result extends { readonly kind: string }>(
  db: Db,
  /** Returns one result per request, in order. An error rolls back all. */
  carryOut: (tx: Transaction, requests: readonly Request[]) => Promise<readonly Result[]>,
  options: CoalesceOptions & {
    /** Called after a transaction has committed. */
    readonly committed: (tx: Transaction) => void;
  },
): (request: Request) => Promise<Result> {
  async function runBatch(requests: readonly Request[]): Promise<readonly BatchResult<Result>[]> {
    try {
      const spans = requests.flatMap(({ cause }) => cause?.span ?? []);
      let opened: Transaction | undefined;
      const results = await inSpans(spans, requests.length, () =>
        inTransaction(
          db.pipelined,
          (tx) => {
            opened = tx;
            return carryOut(tx, requests);
          },
          { commitIf: anyWritten },
        ),
      );
      if (opened !== undefined && anyWritten(results)) options.committed(opened);
      return results.map((result) => ({ ok: true, result }));
    } catch (error) {
      if (requests.length === 1 || isDatabaseUnavailable(error)) {
        return requests.map(() => ({ ok: false, error }));
      }
      const half = Math.ceil(requests.length / 2);
      return [
        ...(await runBatch(requests.slice(0, half))),
        ...(await runBatch(requests.slice(half))),
      ];
    }
  }

  return coalesce(runBatch, options, () => unavailable("Too many votes are waiting", 1));
}

/** Runs a shared transaction in one span per traced request. */
function inSpans<Result>(
  parents: readonly Span[],
  requests: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const facts = { "polls.sharing_requests": requests };
  return parents.reduceRight(
    (inner, parent) => () => inSpan(parent, "transaction", inner, facts),
    work,
  )();
}

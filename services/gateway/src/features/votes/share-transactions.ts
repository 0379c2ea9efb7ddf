import { type Db, inTransaction, isDatabaseUnavailable, type Transaction } from "@polls/db";
import { inSpan, type Span } from "@polls/telemetry";
import { unavailable } from "../../http/replies/problem";
import { isUnwritten } from "../../http/routing/batches";

const anyWritten = (results: readonly { readonly kind: string }[]): boolean =>
  !results.every(isUnwritten);

const queueTimeout = () => unavailable("The votes before this one take too long", 1);

/** Carries out requests in one transaction. Returns a result for each, in order; an error undoes all. */
export type CarryOut<Request, Result> = (
  tx: Transaction,
  requests: readonly Request[],
) => Promise<readonly Result[]>;

export interface SharingOptions {
  readonly batches: CoalesceOptions;
  /** Called after a transaction has committed. */
  readonly committed: (tx: Transaction) => void;
}

/** A request whose trace shows its transaction, which others may share. */
interface Traced {
  readonly cause?: { readonly span?: Span | undefined };
}

/**
 * Lets requests that arrive together share a transaction, whose statements share round trips. A batch
 * that fails as a whole is carried out again request by request, so that one request fails alone. Where
 * nothing was written for any request, the transaction is rolled back.
 */
export function shareTransactions<Request extends Traced, Result extends { readonly kind: string }>(
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
      const spans = requests.flatMap(({ cause }) => cause?.span ?? []);
      const results = await inSpans(spans, requests.length, () => carryOutTogether(requests));
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

/** Runs a transaction that requests share in a span of each of them that is traced. */
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

export interface CoalesceOptions {
  /** Requests of one batch, at most. */
  readonly maxBatch: number;
  /** Batches at a time, at most; requests that arrive meanwhile wait and share the next one. */
  readonly maxInFlight: number;
  /** A batch starts beside another only for so many requests: large batches cost least per request. */
  readonly minConcurrentBatch: number;
  /** Unless a request has waited for so long: the other batch has stalled then. */
  readonly stallMs: number;
  /** Requests queued longer than this are refused. */
  readonly queueTimeoutMs: number;
  /** Requests that wait at a time, at most; more are refused at once. Undefined: any number. */
  readonly maxQueue?: number;
}

/** What became of one request of a batch. */
export type BatchResult<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown };

/** Joins the next batch and gives this request's own result. */
export type Coalesced<Request, Result> = (request: Request) => Promise<Result>;

interface QueuedRequest<Request, Result> {
  readonly request: Request;
  /** Milliseconds of `performance.now()`. */
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets requests that arrive together share one batch: those of one turn of the event loop, and under
 * load all that arrive while the batch before is running. A lone request starts at once. `runBatch`
 * gives one result for each request, in order; an error it throws goes to every request of the batch.
 * A request queued longer than `queueTimeoutMs`, or above `maxQueue`, gets the error of `refusal`.
 */
export function coalesce<Request, Result>(
  runBatch: (batch: readonly Request[]) => Promise<readonly BatchResult<Result>[]>,
  { maxBatch, maxInFlight, minConcurrentBatch, stallMs, queueTimeoutMs, maxQueue }: CoalesceOptions,
  refusal: () => Error,
): Coalesced<Request, Result> {
  let queue: QueuedRequest<Request, Result>[] = [];
  let inFlight = 0;
  let startsSoon = false;
  let timer: NodeJS.Timeout | undefined;

  async function startNext(): Promise<void> {
    const batch = queue.slice(0, maxBatch);
    queue = queue.slice(maxBatch);
    inFlight++;
    try {
      const results = await runBatch(batch.map(({ request }) => request));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error("a request of a batch got no result"));
        else if (result.ok) resolve(result.result);
        else reject(result.error);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight--;
      startBatches();
    }
  }

  function startBatches(): void {
    while (inFlight < maxInFlight && queue.length >= minBatch()) void startNext();
    watchQueue();
  }

  const ageOf = ({ since }: QueuedRequest<Request, Result>): number => performance.now() - since;

  function minBatch(): number {
    const [oldest] = queue;
    return inFlight === 0 || (oldest !== undefined && ageOf(oldest) >= stallMs)
      ? 1
      : minConcurrentBatch;
  }

  /** One timer for all, as they wait in the order they came; none while nothing waits. */
  function watchQueue(): void {
    const [oldest] = queue;
    if (oldest === undefined) {
      clearTimeout(timer);
      timer = undefined;
      return;
    }
    if (timer !== undefined) return;
    const age = ageOf(oldest);
    timer = setTimeout(
      () => {
        timer = undefined;
        const latest = performance.now() - queueTimeoutMs;
        const expired = queue.filter(({ since }) => since <= latest);
        queue = queue.slice(expired.length);
        for (const { reject } of expired) reject(refusal());
        startBatches();
      },
      (age < stallMs ? stallMs : queueTimeoutMs) - age,
    );
    timer.unref();
  }

  return (request) =>
    new Promise((resolve, reject) => {
      if (maxQueue !== undefined && queue.length >= maxQueue) return reject(refusal());
      queue.push({ request, since: performance.now(), resolve, reject });
      if (startsSoon) return;
      startsSoon = true;
      setImmediate(() => {
        startsSoon = false;
        startBatches();
      });
    });
}

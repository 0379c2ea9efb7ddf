import type { ClaimedRow, RelayStore } from "@polls/db/outbox";
import { groupBy } from "@polls/domain/grouping";
import type { Logger, Metrics, Span, Tracing } from "@polls/telemetry";
import { redactText } from "@polls/telemetry";
import { findContract } from "../contracts";
import type { QueueName } from "../define-job";
import { jobIdOf } from "../job-data";
import type { OutgoingJob, Publisher } from "./publisher";
import { aliveCheckDelayMs, checkDelayMs, relayStep } from "./schedule";

export interface RelayPassDeps {
  readonly store: RelayStore;
  readonly publisher: Publisher;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
}

/** The result of a pass. `away` lists the queues that do not accept jobs now. */
export interface RelayPass {
  readonly claimed: number;
  readonly away: readonly QueueName[];
}

/** The maximum number of rows in a pass. Publishing them takes much less time than the lease. */
export const passLimit = 200;

/** Longer than publishing with all its timeouts. After a crash, rows wait until the lease ends. */
const leaseMs = 15_000;
/** The delay until rows of an unavailable queue are due again. */
const awayMs = 1_000;

interface Outgoing {
  readonly row: ClaimedRow;
  readonly job: OutgoingJob;
  readonly span: Span | undefined;
}

/**
 * Runs one pass of the relay (docs/reliability.md#outbox). Claims due rows, sends those that were not sent
 * or are missing from their queue, keeps live ones, and gives up rows after too many tries. Passes may run
 * concurrently. An unavailable queue uses no try of its rows and does not delay other queues. A row that
 * cannot be published does not delay other rows.
 */
export async function relayOnce(deps: RelayPassDeps): Promise<RelayPass> {
  const rows = await deps.store.claim(passLimit, { leaseMs, checkMs: checkDelayMs(1) });
  const away = await Promise.all(
    [...groupBy(rows, ({ job }) => findContract(job)?.queue)].map(async ([queue, own]) => {
      if (queue !== undefined)
        return (await relayQueue(deps, queue, own)) === "away" ? [queue] : [];
      for (const row of own) {
        await countUnpublishable(deps, row, `no contract is named ${row.job}`);
      }
      return [];
    }),
  );
  return { claimed: rows.length, away: away.flat() };
}

async function relayQueue(
  deps: RelayPassDeps,
  queue: QueueName,
  rows: readonly ClaimedRow[],
): Promise<"ok" | "away"> {
  const { store, publisher, metrics } = deps;
  const steps = await Promise.all(rows.map((row) => decide(publisher, queue, row))).catch(
    () => undefined,
  );
  if (steps === undefined) return postpone(deps, rows);

  const pick = (step: string) => rows.filter((_, index) => steps[index] === step);
  const alive = pick("leave");
  await store.scheduleCheck(
    alive.map(({ id, tries, sentAgeMs }) => ({
      id,
      inMs: aliveCheckDelayMs(tries, sentAgeMs ?? 0),
    })),
  );
  const dead = pick("mark_dead");
  await store.markDead(
    dead.map(({ id }) => id),
    "every try was sent and none came to its end",
  );
  metrics.count("outbox_relayed_total", { outcome: "left" }, alive.length);
  metrics.count("outbox_relayed_total", { outcome: "dead" }, dead.length);
  for (const { id, job, tries } of dead)
    deps.log.error({ outboxId: id, job, tries }, "job given up");
  return publish(deps, queue, pick("send"));
}

async function decide(publisher: Publisher, queue: QueueName, row: ClaimedRow) {
  const sent = row.sentAgeMs !== null;
  const alive = sent && (await publisher.isAlive(queue, jobIdOf(row.id, row.tries)));
  return relayStep({ tries: row.tries, sent, alive });
}

async function publish(
  deps: RelayPassDeps,
  queue: QueueName,
  rows: readonly ClaimedRow[],
): Promise<"ok" | "away"> {
  const outgoing = rows.map((row): Outgoing => {
    const span = waitOf(deps.tracing, row);
    return {
      row,
      job: outgoingJob(queue, row, span?.traceparent ?? row.traceparent ?? undefined),
      span,
    };
  });
  if (outgoing.length === 0) return "ok";
  const problem = await tryPublish(deps, queue, outgoing);
  if (problem === undefined) await markSent(deps, outgoing);
  else if (await deps.publisher.takesJobs(queue)) return publishOneByOne(deps, queue, outgoing);
  else return postpone(deps, rows);
  return "ok";
}

/** Finds the rows that a working queue does not accept. */
async function publishOneByOne(
  deps: RelayPassDeps,
  queue: QueueName,
  outgoing: readonly Outgoing[],
): Promise<"ok" | "away"> {
  for (const [index, one] of outgoing.entries()) {
    const problem = await tryPublish(deps, queue, [one]);
    if (problem === undefined) await markSent(deps, [one]);
    else if (await deps.publisher.takesJobs(queue))
      await countUnpublishable(deps, one.row, problem.message);
    else
      return postpone(
        deps,
        outgoing.slice(index).map(({ row }) => row),
      );
  }
  return "ok";
}

/** The error of the queue. Undefined if it accepted the jobs. */
async function tryPublish(
  { publisher, log }: RelayPassDeps,
  queue: QueueName,
  outgoing: readonly Outgoing[],
): Promise<Error | undefined> {
  try {
    await publisher.publish(
      queue,
      outgoing.map(({ job }) => job),
    );
    return undefined;
  } catch (error) {
    log.debug({ err: error, queue, jobs: outgoing.length }, "not published");
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Records a span for the time of a row in the outbox. Rows without a request have none. */
function waitOf(tracing: Tracing | undefined, row: ClaimedRow): Span | undefined {
  if (tracing === undefined || row.traceparent === null) return undefined;
  return tracing.start({
    name: `outbox ${row.job}`,
    kind: "producer",
    parent: row.traceparent,
    agoMs: row.ageMs,
    facts: { "polls.outbox_id": row.id, "polls.tries": row.tries + 1 },
  });
}

function outgoingJob(
  queue: QueueName,
  row: ClaimedRow,
  traceparent: string | undefined,
): OutgoingJob {
  return {
    queue,
    name: row.job,
    id: jobIdOf(row.id, row.tries + 1),
    data: {
      outboxId: row.id,
      tries: row.tries + 1,
      ...(row.requestId === null ? {} : { requestId: row.requestId }),
      payload: row.payload,
    },
    traceparent,
    priority: row.priority,
  };
}

async function markSent({ store, metrics }: RelayPassDeps, outgoing: readonly Outgoing[]) {
  for (const { span } of outgoing) span?.end();
  const unmarked = outgoing.filter(({ row }) => !row.markedSent);
  await store.markSent(
    unmarked.map(({ row: { id, tries } }) => ({
      id,
      tries: tries + 1,
      inMs: checkDelayMs(tries + 1),
    })),
  );
  metrics.count("outbox_relayed_total", { outcome: "sent" }, outgoing.length);
}

async function postpone({ store }: RelayPassDeps, rows: readonly ClaimedRow[]): Promise<"away"> {
  const inMs = awayMs;
  const marked = rows.filter(({ markedSent }) => markedSent);
  await store.takeBack(marked.map(({ id, tries }) => ({ id, tries: tries + 1, inMs })));
  const others = rows.filter(({ markedSent }) => !markedSent);
  await store.scheduleCheck(others.map(({ id }) => ({ id, inMs })));
  return "away";
}

/** A row that cannot be published uses a try. After the last try it is dead. */
async function countUnpublishable(
  deps: RelayPassDeps,
  row: ClaimedRow,
  reason: string,
): Promise<void> {
  const tries = row.tries + 1;
  const over = relayStep({ tries, sent: true, alive: false }) === "mark_dead";
  deps.log.error(
    { outboxId: row.id, job: row.job, tries, reason: redactText(reason) },
    "job not published",
  );
  deps.metrics.count("outbox_relayed_total", { outcome: "unpublishable" });
  await deps.store.markUnpublishable(
    { id: row.id, tries, inMs: checkDelayMs(tries) },
    redactText(reason),
  );
  if (over) await deps.store.markDead([row.id], redactText(reason));
}

import type { Db } from "@polls/db/connection";
import { type CausedRow, outboxOfShards } from "@polls/db/outbox";
import type { Shards } from "@polls/db/shards";
import {
  deliverWebhook,
  findContract,
  type QueueBackend,
  readJobStates,
  sendMail,
} from "@polls/jobs";

/** A request usually causes few jobs, but an import of many options may cause more. */
export const MOST_JOBS = 500;

const stateOf = ({ sentAt, doneAt, deadAt }: CausedRow): "waiting" | "sent" | "done" | "dead" => {
  if (deadAt !== null) return "dead";
  if (doneAt !== null) return "done";
  return sentAt === null ? "waiting" : "sent";
};

/** The ids in a job's payload, by the job's contract. */
function idsIn({ job, payload }: CausedRow): Readonly<Record<string, unknown>> {
  const parsed = findContract(job)?.payload.safeParse(payload);
  return parsed?.success === true ? { ...parsed.data } : {};
}

/** The ids of the rows that the jobs of one kind refer to. */
const subjectsOf = (jobs: readonly TracedJob[], name: string, key: string): bigint[] =>
  jobs.flatMap(({ job, payload }) => {
    const id = payload[key];
    return job === name && typeof id === "string" ? [BigInt(id)] : [];
  });

async function readJobs(shards: Shards, backend: QueueBackend, requestId: string) {
  const found = await outboxOfShards(shards).listCausedBy(requestId, MOST_JOBS + 1);
  const rows = found.slice(0, MOST_JOBS);
  const published = rows.flatMap(({ id, job, tries }) => {
    const queue = findContract(job)?.queue;
    return queue === undefined || tries === 0 ? [] : [{ queue, outboxId: id, tries }];
  });
  const states = await readJobStates(backend, published);
  const silent = published.filter(({ outboxId }) => !states.has(outboxId));
  const jobs = rows.map((row) => ({
    id: row.id,
    job: row.job,
    payload: idsIn(row),
    state: stateOf(row),
    tries: row.tries,
    created_at: row.createdAt,
    sent_at: row.sentAt,
    ended_at: row.doneAt ?? row.deadAt,
    /** Null if the job is not published yet, or if the queue does not respond. */
    in_queue: states.get(row.id) ?? null,
  }));
  return {
    jobs,
    more_jobs: found.length > rows.length,
    /** Those that did not respond. */
    unavailable_queues: [...new Set(silent.map(({ queue }) => queue))],
  };
}

async function readMails(db: Db, jobs: readonly TracedJob[]) {
  const mails = await db.prisma.mail.findMany({
    where: { id: { in: subjectsOf(jobs, sendMail.name, "mailId") } },
    select: { id: true, kind: true, state: true, createdAt: true, settledAt: true },
    orderBy: { id: "asc" },
  });
  return mails.map(({ id, kind, state, createdAt, settledAt }) => ({
    id: String(id),
    kind,
    state,
    created_at: createdAt,
    settled_at: settledAt,
  }));
}

async function readDeliveries(db: Db, jobs: readonly TracedJob[]) {
  const deliveries = await db.prisma.webhookDelivery.findMany({
    where: { id: { in: subjectsOf(jobs, deliverWebhook.name, "deliveryId") } },
    select: {
      publicId: true,
      state: true,
      attempts: true,
      responseStatus: true,
      nextAttemptAt: true,
      webhook: { select: { publicId: true } },
      event: { select: { type: true } },
    },
    orderBy: { id: "asc" },
  });
  return deliveries.map(({ publicId, webhook, event, ...delivery }) => ({
    id: publicId,
    webhook_id: webhook.publicId,
    event: event.type,
    state: delivery.state,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    next_attempt_at: delivery.nextAttemptAt,
  }));
}

export async function readTrace(shards: Shards, backend: QueueBackend, requestId: string) {
  const { jobs, ...rest } = await readJobs(shards, backend, requestId);
  const all = shards.all();
  const mails = await Promise.all(all.map((db) => readMails(db, jobs)));
  const deliveries = await Promise.all(all.map((db) => readDeliveries(db, jobs)));
  return {
    request_id: requestId,
    jobs,
    mails: mails.flat(),
    deliveries: deliveries.flat(),
    ...rest,
  };
}

export type Trace = Awaited<ReturnType<typeof readTrace>>;
export type TracedJob = Awaited<ReturnType<typeof readJobs>>["jobs"][number];

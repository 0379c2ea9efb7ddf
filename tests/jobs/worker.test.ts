// Covers docs/reliability.md: ending-a-process, job-handlers, killed-processes, poison-jobs

import type { Db } from "@polls/db/connection";
import { outboxStore, triesPerRound } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import {
  type Handlers,
  type JobRun,
  PermanentFailure,
  type QueueBackend,
  renderAttachment,
  within,
} from "@polls/jobs";
import { openPublisher, type Relay, send, sendAll, startRelay } from "@polls/jobs/outbox";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { createLogger, createMetrics, currentContext, withContext } from "@polls/telemetry";
import {
  connectPatiently,
  createTestDatabase,
  describeWithRedis,
  startTestRedis,
  waitFor,
} from "@polls/testing";

type Render = (attachmentId: string, run: JobRun) => Promise<void>;

describeWithRedis("jobs on Redis", () =>
  contract(async () => {
    // As in production, because the worker checks the settings.
    const { url } = await startTestRedis({ args: ["--appendonly", "yes"] });
    return { kind: "redis", url };
  }),
);

describe("jobs on PostgreSQL", () =>
  contract(async (databaseUrl) => ({ kind: "postgres", url: databaseUrl })));

/** Tests that run on every backend. */
function contract(open: (databaseUrl: string) => Promise<QueueBackend>): void {
  const log = createLogger("test", { level: "silent" });
  const metrics = createMetrics("test");
  const ending = new AbortController();
  let backend: QueueBackend;
  let db: Db;
  let relay: Relay;
  let worker: RunningWorker;
  /** The behavior of the handler, which each test sets. */
  let render: Render;
  let ran: string[];

  const handlers: Handlers<"media", object> = {
    "media.render-attachment": async ({ attachmentId }, _deps, run) => {
      ran.push(attachmentId);
      await render(attachmentId, run);
    },
    "media.delete-attachment": async () => undefined,
    "media.draw-link-picture": async () => undefined,
  };
  const start = (store = outboxStore(db)) =>
    startWorker("media", handlers, () => ({}), {
      backend,
      store,
      log,
      metrics,
      concurrency: 4,
      strict: true,
      signal: ending.signal,
    });
  const sendOne = async (attachmentId: string) => {
    await inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId }));
    relay.wake();
  };
  const ofAttachment = (equals: string) => ({
    where: { payload: { path: ["attachmentId"], equals } },
  });
  const rowOf = async (attachmentId: string) => {
    const row = await db.prisma.outbox.findFirst(ofAttachment(attachmentId));
    if (row === null) throw new Error(`no row for ${attachmentId}`);
    return row;
  };
  const finished = (attachmentId: string) =>
    db.prisma.finishedJob.findFirst(ofAttachment(attachmentId));
  const done = (attachmentId: string) =>
    waitFor(async () => (await finished(attachmentId)) ?? undefined, {
      what: `job ${attachmentId} to be done`,
    });
  const duplicates = async (): Promise<number> => {
    const { body } = await metrics.text();
    const [, count] =
      /^job_duration_seconds_count\{.*outcome="duplicate".*\} (\d+)$/m.exec(body) ?? [];
    return Number(count ?? 0);
  };

  beforeAll(async () => {
    const { url } = await createTestDatabase();
    backend = await open(url);
    db = connectPatiently(url, { max: 8 });
    relay = startRelay({ store: outboxStore(db), backend, log, metrics, strict: true });
    worker = await start();
  });
  beforeEach(async () => {
    ran = [];
    render = async () => undefined;
    await db.pool.query("TRUNCATE outbox, finished_jobs");
  });
  afterAll(async () => {
    await relay.close();
    await worker.close();
    await db.close();
  });

  test("a job that is sent runs once and is done", async () => {
    await sendOne("1");
    expect(await done("1")).toMatchObject({ tries: 1 });
    expect(ran).toEqual(["1"]);
    expect(await db.prisma.outbox.count()).toBe(0);
  });

  test("it also runs when the relay is not woken", async () => {
    await inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId: "2" }));
    await done("2");
  });

  test("the request that caused it, and its trace, are in its context", async () => {
    let seen: unknown;
    render = async () => {
      seen = currentContext();
    };
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await withContext({ requestId: "req-9", traceparent }, () => sendOne("3"));
    await done("3");
    expect(seen).toMatchObject({
      requestId: "req-9",
      traceparent,
      job: "media.render-attachment",
      jobId: expect.stringMatching(/^ob-\d+-1$/),
      attempt: 1,
    });
  });

  test("a handler finishes the job in the transaction of its effect", async () => {
    render = (_id, run) => inTransaction(db, (tx) => run.done(tx));
    await sendOne("4");
    await done("4");
    expect(ran).toEqual(["4"]);
  });

  test("if another run was first, the effect is rolled back and the job ends", async () => {
    const store = outboxStore(db);
    const before = await duplicates();
    render = async (_id, run) => {
      const { id } = await rowOf("5");
      await store.finish(String(id));
      await inTransaction(db, async (tx) => {
        await tx.prisma.outbox.create({ data: { job: "effect", payload: {}, doneAt: new Date() } });
        await run.done(tx);
      });
    };
    await sendOne("5");
    await done("5");
    await waitFor(async () => (await duplicates()) === before + 1, {
      what: "the duplicate is absorbed",
    });
    expect(await db.prisma.outbox.count({ where: { job: "effect" } })).toBe(0);
  });

  test("a job that is delivered again is not run again", async () => {
    await sendOne("6");
    const { id } = await done("6");
    const before = await duplicates();
    const publisher = openPublisher(backend, () => undefined);
    await publisher.publish("media", [
      {
        queue: "media",
        name: renderAttachment.name,
        id: `ob-${id}-7`,
        data: { outboxId: String(id), tries: 7, payload: { attachmentId: "6" } },
        priority: 0,
      },
    ]);
    await waitFor(async () => (await duplicates()) === before + 1, {
      what: "the duplicate is absorbed",
    });
    await publisher.close();
    expect(ran).toEqual(["6"]);
  });

  test("a job from after a backup that was restored is not run", async () => {
    await sendOne("8");
    await done("8");
    const { rows } = await db.pool.query<{ id: bigint }>(
      "SELECT setval('outbox_id_seq', last_value + 1000) - 500 AS id FROM outbox_id_seq",
    );
    const restarted = await start();
    await worker.close();
    worker = restarted;
    const before = await duplicates();
    const publisher = openPublisher(backend, () => undefined);
    const lost = String(rows[0]?.id);
    await publisher.publish("media", [
      {
        queue: "media",
        name: renderAttachment.name,
        id: `ob-${lost}-1`,
        data: { outboxId: lost, tries: 1, payload: { attachmentId: "8" } },
        priority: 0,
      },
    ]);
    await waitFor(async () => (await duplicates()) === before + 1, {
      what: "the duplicate is absorbed",
    });
    await publisher.close();
    expect(ran).toEqual(["8"]);
  });

  test("a failed job is retried after a pause, and then done", async () => {
    const attempts: number[] = [];
    render = async (_id, { attempt }) => {
      attempts.push(attempt);
      if (attempt < 2) throw new Error("not yet");
    };
    await sendOne("7");
    await done("7");
    expect(attempts).toEqual([1, 2]);
  });

  test("a handler knows the last run before the outbox gives up the job", async () => {
    const told: boolean[] = [];
    render = async (_id, { isLast }) => {
      told.push(isLast);
    };
    const publisher = openPublisher(backend, () => undefined);
    for (const [attachmentId, tries] of [
      ["14", triesPerRound - 1],
      ["15", triesPerRound],
    ] as const) {
      const payload = { attachmentId };
      // As if the relay had sent it, so that it does not send it too.
      const { id } = await db.prisma.outbox.create({
        data: {
          job: renderAttachment.name,
          payload,
          sentAt: new Date(),
          nextCheckAt: new Date(Date.now() + 600_000),
        },
      });
      await publisher.publish("media", [
        {
          queue: "media",
          name: renderAttachment.name,
          id: `ob-${id}-${tries}`,
          data: { outboxId: String(id), tries, payload },
          priority: 0,
        },
      ]);
      await done(attachmentId);
    }
    await publisher.close();
    expect(told).toEqual([false, true]);
  });

  test("a permanently failed job becomes dead, and blocks no other job", async () => {
    render = async (attachmentId) => {
      if (attachmentId === "8") throw new PermanentFailure("mail to anna@example.org bounced");
    };
    await sendOne("8");
    await sendOne("9");
    await done("9");
    await waitFor(async () => (await rowOf("8")).deadAt !== null, {
      what: "the row to be dead",
    });
    expect(ran.filter((id) => id === "8")).toEqual(["8"]);
    expect(await outboxStore(db).listDead(10)).toMatchObject([
      { lastError: "mail to [redacted] bounced", tries: 1 },
    ]);
  });

  test("a job with an invalid payload is dead without a run", async () => {
    await db.pool.query(
      `INSERT INTO outbox (job, payload) VALUES ('media.render-attachment', '{"attachmentId":"10","v":2}')`,
    );
    relay.wake();
    await waitFor(async () => (await rowOf("10")).deadAt !== null, {
      what: "the misfit to be dead",
    });
    expect(ran).toEqual([]);
  });

  test("an operator's retry runs a dead job, although the queue keeps the failed job", async () => {
    render = async () => {
      throw new PermanentFailure("broken");
    };
    await sendOne("11");
    await waitFor(async () => (await rowOf("11")).deadAt !== null, {
      what: "death",
    });
    render = async () => undefined;
    expect(await outboxStore(db).retryDead()).toBe(1);
    relay.wake();
    await done("11");
  });

  test("one failing job among many: all others are done exactly once", async () => {
    const ids = Array.from({ length: 200 }, (_, i) => String(1_000 + i));
    const poison = new Set(ids.filter((_, i) => i % 20 === 0));
    render = async (attachmentId) => {
      if (poison.has(attachmentId)) throw new PermanentFailure("poison");
    };
    await inTransaction(db, (tx) =>
      sendAll(
        tx,
        renderAttachment,
        ids.map((attachmentId) => ({ attachmentId })),
      ),
    );
    relay.wake();
    await waitFor(async () => (await outboxStore(db).figures()).pending === 0, {
      what: "all rows to end",
    });
    expect(await outboxStore(db).figures()).toMatchObject({ dead: 10 });
    expect(ran).toHaveLength(200);
    expect(new Set(ran).size).toBe(200);
  });

  test("a working consumer is healthy", async () => {
    await expect(worker.check()).resolves.toBeUndefined();
    await expect(relay.check()).resolves.toBeUndefined();
  });

  test("a worker that shuts down finishes a running job within its grace period", async () => {
    let began = false;
    render = async () => {
      began = true;
      await new Promise((resolve) => setTimeout(resolve, 300));
    };
    await sendOne("12");
    await waitFor(() => began, { what: "the job to begin" });
    await worker.close(5_000);
    expect(await finished("12")).not.toBeNull();
    worker = await start();
  });

  test("a worker that shuts down waits until the rows of its jobs are finished", async () => {
    await worker.close();
    const store = outboxStore(db);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const finish = async (id: string) => {
      await released;
      return store.finish(id);
    };
    worker = await start({ ...store, finish });
    await sendOne("16");
    await waitFor(() => ran.length === 1, { what: "the job to begin" });
    const closed = worker.close().then(() => "closed");
    expect(await within(500, closed, () => "waits")).toBe("waits");
    release();
    await closed;
    expect(await finished("16")).not.toBeNull();
    worker = await start();
  });

  test("a job that takes longer is aborted, and run again by the next worker", async () => {
    let aborted = false;
    render = (_id, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          aborted = true;
          reject(new Error("interrupted"));
        });
      });
    await sendOne("13");
    await waitFor(() => ran.length === 1, { what: "the job to begin" });
    const began = performance.now();
    await worker.close(200);
    expect(aborted).toBe(true);
    // The test does not wait until the job is given up.
    expect(performance.now() - began).toBeLessThan(5_000);
    render = async () => undefined;
    worker = await start();
    await done("13");
  });
}

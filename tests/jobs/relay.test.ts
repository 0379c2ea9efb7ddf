// Covers docs/reliability.md: mixed-releases, outbox, poison-jobs, redis-outages

import { outboxStore, triesPerRound } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { renderAttachment } from "@polls/jobs";
import { type OutgoingJob, type Publisher, relayOnce, send, sendAll } from "@polls/jobs/outbox";
import { createLogger, createMetrics } from "@polls/telemetry";
import { shareDatabase } from "@polls/testing";

const attachmentOf = ({ data }: OutgoingJob) =>
  (data as { payload: { attachmentId: string } }).payload.attachmentId;

/** A queue in memory that fails on request. */
function queueThat() {
  const jobs = new Map<string, OutgoingJob>();
  const state = {
    jobs,
    away: false,
    /** Attachments whose jobs the queue refuses. */
    refuses: new Set<string>(),
    publishes: 0,
  };
  const publisher: Publisher = {
    async publish(_queue, outgoing) {
      state.publishes += 1;
      if (state.away) throw new Error("connect ECONNREFUSED");
      if (outgoing.some((job) => state.refuses.has(attachmentOf(job))))
        throw new Error("job does not fit");
      for (const job of outgoing) if (!jobs.has(job.id)) jobs.set(job.id, job);
    },
    async isAlive(_queue, id) {
      if (state.away) throw new Error("connect ECONNREFUSED");
      return jobs.has(id);
    },
    takesJobs: async () => !state.away,
    figures: () => Promise.reject(new Error("no pass asks for figures")),
    close: async () => undefined,
  };
  return Object.assign(state, { publisher });
}

describe("a pass of the relay", () => {
  const db = shareDatabase({ max: 8 });
  let queue: ReturnType<typeof queueThat>;
  const log = createLogger("test", { level: "silent" });
  const metrics = createMetrics("test");
  const pass = () =>
    relayOnce({ store: outboxStore(db), publisher: queue.publisher, log, metrics });
  const sendOne = (attachmentId: string) =>
    inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId }));
  /** As if the delay were over: a row that is due was not sent in this millisecond. */
  const makeDue = () =>
    db.pool.query(`UPDATE outbox SET next_look_at = now() - interval '1 s',
      sent_at = sent_at - interval '1 s'`);
  const rows = () => db.prisma.outbox.findMany({ orderBy: { id: "asc" } });
  const only = async () => (await rows())[0];

  beforeEach(async () => {
    await db.pool.query("TRUNCATE outbox");
    queue = queueThat();
  });

  test("sends new rows with an id of row and try, and with the request that caused them", async () => {
    await db.pool.query(
      `INSERT INTO outbox (id, job, payload, request_id)
       VALUES (900, 'media.delete-attachment', '{"attachmentId":"3"}', 'r1')`,
    );
    expect(await pass()).toEqual({ claimed: 1, away: [] });
    expect([...queue.jobs.values()]).toEqual([
      {
        queue: "media",
        name: "media.delete-attachment",
        priority: 0,
        id: "ob-900-1",
        data: { outboxId: "900", tries: 1, requestId: "r1", payload: { attachmentId: "3" } },
      },
    ]);
  });

  test("does not send a job again that is still in its queue", async () => {
    await sendOne("1");
    await pass();
    await makeDue();
    await pass();
    expect([...queue.jobs.keys()]).toHaveLength(1);
    expect((await only())?.tries).toBe(1);
    expect((await only())?.nextCheckAt.getTime()).toBeGreaterThan(Date.now() + 5_000);
  });

  test("sends a lost job again, with a new try", async () => {
    await sendOne("1");
    await pass();
    const id = (await only())?.id;
    queue.jobs.clear();
    await makeDue();
    await pass();
    expect([...queue.jobs.keys()]).toEqual([`ob-${id}-2`]);
  });

  const killed = () => Promise.reject(new Error("killed"));

  test("killed between claiming and publishing, the job is published with the next try", async () => {
    await sendOne("1");
    const publisher = { ...queue.publisher, publish: killed, takesJobs: killed };
    await expect(relayOnce({ store: outboxStore(db), publisher, log, metrics })).rejects.toThrow();
    expect(queue.jobs.size).toBe(0);
    await makeDue();
    await pass();
    expect([...queue.jobs.keys()]).toEqual([`ob-${(await only())?.id}-2`]);
  });

  test("killed between publishing a further try and recording it, the job is published once", async () => {
    await sendOne("1");
    await pass();
    queue.jobs.clear();
    await makeDue();
    const store = { ...outboxStore(db), markSent: killed };
    await expect(relayOnce({ store, publisher: queue.publisher, log, metrics })).rejects.toThrow();
    await makeDue();
    await pass();
    expect([...queue.jobs.keys()]).toHaveLength(1);
    expect(await only()).toMatchObject({ tries: 2 });
  });

  test("a queue that is down uses up no try and loses nothing", async () => {
    await sendOne("1");
    await sendOne("2");
    queue.away = true;
    for (let i = 0; i < 20; i += 1) {
      expect(await pass()).toEqual({ claimed: 2, away: ["media"] });
      await makeDue();
    }
    expect((await rows()).map(({ tries, sentAt }) => [tries, sentAt])).toEqual([
      [0, null],
      [0, null],
    ]);
    queue.away = false;
    await pass();
    expect(queue.jobs.size).toBe(2);
  });

  test("a queue that is down during a check uses up no try either", async () => {
    await sendOne("1");
    await pass();
    await makeDue();
    queue.away = true;
    expect(await pass()).toEqual({ claimed: 1, away: ["media"] });
    expect(await only()).toMatchObject({ tries: 1, deadAt: null });
  });

  test("a row that cannot be published does not block others, and becomes dead", async () => {
    for (const id of ["1", "2", "3", "4", "5"]) await sendOne(id);
    queue.refuses.add("3");
    await pass();
    expect(queue.jobs.size).toBe(4);
    for (let i = 1; i < triesPerRound; i += 1) {
      await sendOne(String(10 + i));
      await makeDue();
      await pass();
    }
    expect(queue.jobs.size).toBe(4 + triesPerRound - 1);
    const dead = await outboxStore(db).listDead(10);
    expect(dead).toMatchObject([
      { payload: { attachmentId: "3" }, tries: triesPerRound, lastError: "job does not fit" },
    ]);
  });

  test("an unknown job name uses up tries and blocks no other job", async () => {
    await db.pool.query("INSERT INTO outbox (job, payload) VALUES ('media.nothing', '{}')");
    await sendOne("1");
    await pass();
    expect(queue.jobs.size).toBe(1);
    expect((await rows()).map(({ job, tries, lastError }) => [job, tries, lastError])).toEqual([
      ["media.nothing", 1, "no contract is named media.nothing"],
      ["media.render-attachment", 1, null],
    ]);
  });

  test("after a round of tries a row is dead; an operator's retry begins another round", async () => {
    await sendOne("1");
    for (let i = 0; i < triesPerRound; i += 1) {
      await pass();
      queue.jobs.clear();
      await makeDue();
    }
    await pass();
    const row = await only();
    expect(row).toMatchObject({
      tries: triesPerRound,
      lastError: "every try was sent and none came to its end",
    });
    expect(row?.deadAt).not.toBeNull();
    expect(queue.jobs.size).toBe(0);

    await outboxStore(db).retryDead();
    await pass();
    expect([...queue.jobs.keys()]).toEqual([`ob-${row?.id}-${triesPerRound + 1}`]);
  });

  test("concurrent relays send each row once", async () => {
    await inTransaction(db, (tx) =>
      sendAll(
        tx,
        renderAttachment,
        Array.from({ length: 900 }, (_, i) => ({ attachmentId: String(i + 1) })),
      ),
    );
    const results = await Promise.all(Array.from({ length: 6 }, pass));
    expect(results.reduce((sum, { claimed }) => sum + claimed, 0)).toBe(900);
    expect(queue.jobs.size).toBe(900);
    await makeDue();
    for (let i = 0; i < 6; i += 1) await pass();
    expect(queue.jobs.size).toBe(900);
    expect((await rows()).every(({ tries }) => tries === 1)).toBe(true);
  });

  test("an empty outbox costs one query", async () => {
    expect(await pass()).toEqual({ claimed: 0, away: [] });
    expect(queue.publishes).toBe(0);
  });
});

// Covers docs/reference/mails.md: order
// Covers docs/reliability.md: outbox

import type { Db } from "@polls/db/connection";
import { outboxStore, triesPerRound } from "@polls/db/outbox";
import { inTransaction, type Transaction } from "@polls/db/sql";
import { withContext } from "@polls/telemetry";
import { shareDatabase } from "@polls/testing";
import { deleteAttachment, renderAttachment } from "..";
import { send, sendAll } from ".";

describe("the outbox", () => {
  const db = shareDatabase({ max: 8 });
  let store: ReturnType<typeof outboxStore>;
  const rows = () => db.prisma.outbox.findMany({ orderBy: { id: "asc" } });
  const only = async () => {
    const [row] = await rows();
    if (row === undefined) throw new Error("the outbox is empty");
    return row;
  };
  const sendOne = (attachmentId = "1") =>
    inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId }));
  const times = { leaseMs: 10_000, checkMs: 10_000 };
  const claimOne = async () => {
    const [row] = await store.claim(1, times);
    if (row === undefined) throw new Error("nothing was claimed");
    return row;
  };
  /** As if the delay were over: a row that is due was not sent in this millisecond. */
  const makeDue = () =>
    db.pool.query(`UPDATE outbox SET next_look_at = now() - interval '1 s',
      sent_at = sent_at - interval '1 s'`);

  beforeAll(async () => {
    store = outboxStore(db);
  });
  beforeEach(() => db.pool.query("TRUNCATE outbox, finished_jobs"));

  describe("send", () => {
    test("a job commits with its change, in a transaction of Prisma", async () => {
      await sendOne("7");
      expect(await only()).toMatchObject({
        job: "media.render-attachment",
        payload: { attachmentId: "7" },
        requestId: null,
        tries: 0,
        sentAt: null,
      });
    });

    test("a job commits with its change, in a pipelined transaction", async () => {
      await inTransaction(db.pipelined, async (tx) => {
        await sendAll(tx, deleteAttachment, [{ attachmentId: "1" }, { attachmentId: "2" }]);
        expect(await rows()).toEqual([]);
      });
      expect((await rows()).map(({ payload, requestId }) => [payload, requestId])).toEqual([
        [{ attachmentId: "1" }, null],
        [{ attachmentId: "2" }, null],
      ]);
    });

    test("a change that is rolled back sends nothing", async () => {
      const refused = inTransaction(db, async (tx) => {
        await send(tx, renderAttachment, { attachmentId: "1" });
        throw new Error("refused");
      });
      await expect(refused).rejects.toThrow("refused");
      expect(await rows()).toEqual([]);
    });

    test("a payload that does not match its contract throws", async () => {
      await expect(sendOne("not an id")).rejects.toThrow();
      expect(await rows()).toEqual([]);
    });

    test("without jobs no statement runs", async () => {
      await inTransaction(db, (tx) => sendAll(tx, renderAttachment, []));
      expect(await rows()).toEqual([]);
    });
  });

  describe("claim", () => {
    test.each([
      ["most rows were done", "UPDATE outbox SET done_at = now(); ANALYZE outbox"],
      ["all rows were waiting", "ANALYZE outbox"],
    ])("it reads few rows of a backlog, though %s when statistics were made", async (_, before) => {
      const fill = () =>
        db.pool.query(
          "INSERT INTO outbox (job, payload) SELECT 'media.render-attachment', '{}' FROM generate_series(1, 10000)",
        );
      await fill();
      await db.pool.query(before);
      await fill();
      const read = await inTransaction(db, async (tx) => {
        const { claim } = outboxStore({ pipelined: tx as unknown as Db["pipelined"] });
        // The server also counts what the connection has read in the last second.
        const rowsRead = async () => {
          const [row] = await tx.prisma.$queryRaw<{ count: number }[]>`
            SELECT (seq_tup_read + idx_tup_fetch)::int AS count
            FROM pg_stat_xact_user_tables WHERE relname = 'outbox'`;
          return row?.count ?? Number.NaN;
        };
        const earlier = await rowsRead();
        expect(await claim(200, times)).toHaveLength(200);
        return (await rowsRead()) - earlier;
      });
      expect(read).toBeLessThan(2_000);
    });

    test("no other relay claims a row before its lease ends", async () => {
      await sendOne();
      expect(await store.claim(10, times)).toMatchObject([
        { job: "media.render-attachment", tries: 0, sentAgeMs: null, requestId: null },
      ]);
      expect(await store.claim(10, times)).toEqual([]);
      await makeDue();
      expect(await store.claim(10, times)).toHaveLength(1);
    });

    test("concurrent relays claim each row once", async () => {
      await inTransaction(db, (tx) =>
        sendAll(
          tx,
          renderAttachment,
          Array.from({ length: 300 }, (_, i) => ({ attachmentId: String(i + 1) })),
        ),
      );
      const claimed: string[] = [];
      const relay = async () => {
        for (let batch = await store.claim(20, times); batch.length > 0; ) {
          claimed.push(...batch.map(({ id }) => id));
          batch = await store.claim(20, times);
        }
      };
      await Promise.all(Array.from({ length: 6 }, relay));
      expect(claimed).toHaveLength(300);
      expect(new Set(claimed).size).toBe(300);
    });

    const sendRanked = (rank: number, count: number) =>
      inTransaction(db, (tx) => {
        const payloads = Array.from({ length: count }, () => ({ attachmentId: String(rank) }));
        return sendAll(tx, renderAttachment, payloads, { rank, ahead: 0 });
      });
    const claimedRanks = async (limit: number) => {
      const claimed = await store.claim(limit, times);
      return claimed.map(({ payload }) => (payload as { attachmentId: string }).attachmentId);
    };

    test("a job of a smaller rank is not behind many older ones", async () => {
      await sendRanked(2, 500);
      await sendRanked(1, 1);
      const ranks = await claimedRanks(20);
      expect(ranks).toHaveLength(20);
      expect(ranks).toContain("1");
    });

    test("old jobs leave although new ones of a smaller rank keep coming", async () => {
      await sendRanked(2, 15);
      await db.pool.query("UPDATE outbox SET next_look_at = now() - interval '1 s'");
      for (let passes = 0; passes < 2; passes++) {
        await sendRanked(1, 50);
        const ranks = await claimedRanks(20);
        expect(ranks).toHaveLength(20);
        expect(ranks.filter((rank) => rank === "2").length).toBeGreaterThanOrEqual(5);
      }
    });

    test("rows that wait for their second look take no place of new ones", async () => {
      await sendRanked(1, 30);
      await store.claim(30, { ...times, checkMs: 0 });
      await sendRanked(2, 30);
      const ranks = await claimedRanks(20);
      expect(ranks.filter((rank) => rank === "2")).toHaveLength(10);
    });

    test("locked rows are skipped", async () => {
      await sendOne("1");
      await sendOne("2");
      const client = await db.pool.connect();
      await client.query("BEGIN");
      await client.query("SELECT 1 FROM outbox ORDER BY id LIMIT 1 FOR UPDATE");
      const claimed = await store.claim(10, times);
      await client.query("ROLLBACK");
      client.release();
      expect(claimed.map(({ payload }) => payload)).toEqual([{ attachmentId: "2" }]);
    });
  });

  describe("sending and looking", () => {
    test("a sent row is claimed again when it is due", async () => {
      await sendOne();
      const claimed = await store.claim(1, { ...times, checkMs: 8_000 });
      expect(claimed).toMatchObject([{ tries: 0, markedSent: true, sentAgeMs: null }]);
      const row = await only();
      expect([row.tries, row.sentAt !== null]).toEqual([1, true]);
      const inMs = row.nextCheckAt.getTime() - (row.sentAt?.getTime() ?? 0);
      expect(inMs).toBeGreaterThanOrEqual(7_990);
      expect(inMs).toBeLessThan(9_000);
      await makeDue();
      const again = await claimOne();
      expect(again).toMatchObject({ tries: 1, markedSent: false });
      expect(again.sentAgeMs).toBeGreaterThanOrEqual(0);
    });

    test("a mark of a claim is taken back once, and not after a worker finished the row", async () => {
      for (const id of ["1", "2", "3"]) await sendOne(id);
      const claimed = await store.claim(10, times);
      const ids = claimed.map(({ id }) => id);
      await store.finish(ids[0] ?? "");
      await store.markSent([{ id: ids[1] ?? "", tries: 2, inMs: 0 }]);
      const back = ids.map((id) => ({ id, tries: 1, inMs: 1_000 }));
      await store.takeBack(back);
      await store.takeBack(back);
      const seen = (await rows()).map(({ tries, sentAt }) => [tries, sentAt !== null]);
      expect(seen).toEqual([
        [2, true],
        [0, false],
      ]);
      expect((await rows())[1]?.nextCheckAt.getTime()).toBeLessThan(Date.now() + 5_000);
    });

    test("a relay that was frozen does not undo later changes", async () => {
      await sendOne();
      const { id } = await claimOne();
      await store.markSent([{ id, tries: 2, inMs: 60_000 }]);
      const before = await only();
      await store.markSent([{ id, tries: 1, inMs: 0 }]);
      expect(await only()).toEqual(before);
    });

    test("a worker may finish a row before the relay marks it as sent", async () => {
      await sendOne();
      const { id } = await claimOne();
      expect(await store.finish(id)).toBe(true);
      await store.markSent([{ id, tries: 1, inMs: 0 }]);
      expect(await store.claim(10, { leaseMs: 1, checkMs: 1 })).toEqual([]);
    });
  });

  describe("the relay and a worker that holds a row", () => {
    test("marking rows as sent skips a row that a worker locks; the relay claims it after the lease", async () => {
      for (const id of ["1", "2"]) await sendOne(id);
      await store.claim(10, times);
      await makeDue();
      const rows = await store.claim(10, times);
      const holdFirst = async (tx: Transaction) => {
        await store.finishIn(tx, rows[0]?.id ?? "");
        await store.markSent(rows.map(({ id }) => ({ id, tries: 2, inMs: 8_000 })));
        return db.prisma.outbox.findMany({ orderBy: { id: "asc" } });
      };
      const seen = await inTransaction(db, holdFirst, { commitIf: () => false });
      expect(seen.map(({ tries }) => tries)).toEqual([1, 2]);
      await makeDue();
      const again = await store.claim(10, times);
      expect(again.map(({ tries }) => tries)).toEqual([1, 2]);
    });
  });

  describe("the worker's side", () => {
    test("concurrent jobs share statements, and each gets its own result", async () => {
      for (let id = 1; id <= 30; id++) await sendOne(String(id));
      const ids = (await store.claim(100, times)).map(({ id }) => id);
      const [first = "", second = ""] = ids;
      await store.finish(first);
      await store.fail(second, 1, "broken");
      const asked = [...ids, "999999999"];
      const open = await Promise.all(asked.map(store.isOpen));
      expect(open).toEqual([false, false, ...Array(28).fill(true), false]);
      const finished = await Promise.all([...asked, ids[5] ?? ""].map(store.finish));
      expect(finished).toEqual([false, false, ...Array(28).fill(true), false, false]);
      expect(await store.figures()).toMatchObject({ pending: 0, dead: 1 });
    });

    test("a finished row counts as sent, even if the relay took its mark back", async () => {
      await sendOne();
      const { id } = await claimOne();
      await store.takeBack([{ id, tries: 1, inMs: 0 }]);
      await store.finish(id);
      expect(await db.prisma.finishedJob.findMany()).toMatchObject([
        { id: BigInt(id), tries: 1, sentAt: expect.any(Date) },
      ]);
    });

    test("a dead row counts as sent, even if the relay took its mark back", async () => {
      await sendOne();
      const { id } = await claimOne();
      await store.takeBack([{ id, tries: 1, inMs: 0 }]);
      await store.fail(id, 1, "broken");
      expect(await only()).toMatchObject({ tries: 1, sentAt: expect.any(Date) });
    });

    test("a row is finished once", async () => {
      await sendOne();
      const { id } = await claimOne();
      expect(await store.isOpen(id)).toBe(true);
      expect(await store.finish(id)).toBe(true);
      expect(await store.finish(id)).toBe(false);
      expect(await store.isOpen(id)).toBe(false);
      expect(await store.isOpen("999999999")).toBe(false);
    });

    test("a row that the release before marked as done is not finished again", async () => {
      await sendOne();
      const { id } = await claimOne();
      await db.pool.query("UPDATE outbox SET done_at = now()");
      expect(await store.isOpen(id)).toBe(false);
      expect(await store.finish(id)).toBe(false);
      expect(await inTransaction(db, (tx) => store.finishIn(tx, id))).toBe(false);
      expect(await db.prisma.finishedJob.count()).toBe(0);
    });

    test("a finished row keeps what a trace shows", async () => {
      const requestId = "request-1";
      await withContext({ requestId }, () => sendOne("7"));
      const { id } = await claimOne();
      const { job, payload, createdAt, sentAt } = await only();
      await store.finish(id);
      expect(await rows()).toEqual([]);
      expect(await store.listCausedBy(requestId, 10)).toEqual([
        { id, job, payload, tries: 1, createdAt, sentAt, doneAt: expect.any(Date), deadAt: null },
      ]);
    });

    test("a row stays open when the transaction that finishes it fails", async () => {
      await sendOne();
      const { id } = await claimOne();
      const undone = inTransaction(db, async (tx) => {
        expect(await store.finishIn(tx, id)).toBe(true);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await store.isOpen(id)).toBe(true);
    });

    test("of two concurrent transactions one finishes the row", async () => {
      await sendOne();
      const { id } = await claimOne();
      const finish = () => inTransaction(db, (tx) => store.finishIn(tx, id));
      const results = await Promise.all([finish(), finish(), finish()]);
      expect(results.filter(Boolean)).toHaveLength(1);
    });

    test("a failed job is sent again when due, even if the relay marks it as sent later", async () => {
      await sendOne();
      const { id } = await claimOne();
      await store.noteFailure(id, 1, "550", 60_000);
      await store.markSent([{ id, tries: 1, inMs: 0 }]);
      const row = await only();
      expect(row).toMatchObject({ tries: 1, lastError: "550" });
      expect(row.sentAt).not.toBeNull();
      expect(row.nextCheckAt.getTime() - Date.now()).toBeGreaterThan(50_000);
    });
  });

  describe("the operators' side", () => {
    test("a dead job is listed, and can be sent again", async () => {
      await sendOne("5");
      const { id } = await claimOne();
      await store.markSent([{ id, tries: triesPerRound, inMs: 0 }]);
      await store.fail(id, triesPerRound, "no such file");
      expect(await store.claim(10, { leaseMs: 1, checkMs: 1 })).toEqual([]);
      expect(await store.listDead(10)).toMatchObject([
        {
          id,
          job: "media.render-attachment",
          payload: { attachmentId: "5" },
          tries: triesPerRound,
          lastError: "no such file",
        },
      ]);
      expect(await store.retryDead(["999999999"])).toBe(0);
      expect(await store.retryDead([id])).toBe(1);
      expect(await store.listDead(10)).toEqual([]);
      expect(await claimOne()).toMatchObject({ id, tries: triesPerRound, sentAgeMs: null });
    });

    test.each([
      [1, triesPerRound],
      [3, triesPerRound],
      [triesPerRound, triesPerRound],
      [triesPerRound + 1, 2 * triesPerRound],
    ])(
      "a job that died in try %i is sent again after try %i, with a whole round of tries",
      async (died, tries) => {
        await sendOne();
        const { id } = await claimOne();
        await store.markSent([{ id, tries: died, inMs: 0 }]);
        await store.fail(id, died, "no such file");
        await store.retryDead([id]);
        expect(await claimOne()).toMatchObject({ id, tries, sentAgeMs: null });
      },
    );

    test("all dead rows are sent again when none is named", async () => {
      for (const attachmentId of ["1", "2", "3"]) await sendOne(attachmentId);
      const claimed = await store.claim(10, times);
      await store.markDead(
        claimed.map(({ id }) => id),
        "too often",
      );
      expect((await store.listDead(2)).map(({ lastError }) => lastError)).toEqual([
        "too often",
        "too often",
      ]);
      expect(await store.retryDead()).toBe(3);
      expect(await store.claim(10, times)).toHaveLength(3);
    });

    test("the last error of the worker is kept when a row is given up", async () => {
      await sendOne();
      const { id } = await claimOne();
      await store.noteFailure(id, triesPerRound, "refused by the other side", 0);
      await store.markDead([id], "too often");
      expect((await only()).lastError).toBe("refused by the other side");
    });

    test("figures count waiting and dead rows, and no finished ones", async () => {
      for (const attachmentId of ["1", "2", "3", "4"]) await sendOne(attachmentId);
      const [first, second] = await store.claim(10, times);
      await store.finish(first?.id ?? "");
      await store.fail(second?.id ?? "", 1, "no");
      await db.pool.query(
        "UPDATE outbox SET created_at = now() - interval '90 s' WHERE dead_at IS NULL",
      );
      const { oldestAgeSeconds, ...counts } = await store.figures();
      expect(counts).toEqual({ pending: 2, dead: 1 });
      expect(oldestAgeSeconds).toBeGreaterThan(89);
      expect(oldestAgeSeconds).toBeLessThan(120);
    });

    test("an empty outbox has no age", async () => {
      expect(await store.figures()).toEqual({ pending: 0, oldestAgeSeconds: 0, dead: 0 });
    });

    test("finished rows are deleted after a day, also those of the release before; dead and open rows never", async () => {
      for (const attachmentId of ["1", "2", "3", "4"]) await sendOne(attachmentId);
      const [done, doneNow, dead, open] = await store.claim(10, times);
      for (const row of [done, doneNow]) await store.finish(row?.id ?? "");
      await store.fail(dead?.id ?? "", 1, "no");
      await db.pool.query("UPDATE outbox SET created_at = now() - interval '3 days'");
      await db.pool.query(
        "UPDATE outbox SET dead_at = now() - interval '3 days' WHERE dead_at IS NOT NULL",
      );
      await db.pool.query(
        "UPDATE finished_jobs SET done_at = now() - interval '25 h' WHERE id = $1",
        [done?.id],
      );
      expect(await store.prune(24 * 3_600_000, 100)).toBe(1);
      const kept = await db.prisma.finishedJob.findMany();
      expect(kept.map(({ id }) => String(id))).toEqual([doneNow?.id]);
      expect(await rows()).toHaveLength(2);
      await db.pool.query("UPDATE outbox SET done_at = now() - interval '25 h' WHERE id = $1", [
        open?.id,
      ]);
      expect(await store.prune(24 * 3_600_000, 100)).toBe(1);
      expect((await rows()).map(({ id }) => String(id))).toEqual([dead?.id]);
    });
  });
});

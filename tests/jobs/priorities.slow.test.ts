// Covers docs/reliability.md: upload-limits

import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { optionTypes } from "@polls/domain/option-types";
import type { Poll } from "@polls/domain/polls";
import type { Handlers, QueueBackend } from "@polls/jobs";
import { startRelay } from "@polls/jobs/outbox";
import { startWorker } from "@polls/jobs/worker";
import { createLogger, createMetrics } from "@polls/telemetry";
import {
  buildOption,
  buildPoll,
  connectPatiently,
  createTestDatabase,
  describeWithRedis,
  startTestRedis,
  waitFor,
} from "@polls/testing";
import { attachFile } from "../../services/gateway/testing";

const MANY = 250;
const LATE_AFTER = 50;
/** Every tenth decoder dies once. Retries whose wait is over go before new uploads. */
const RETRIES = MANY / 10;

describeWithRedis("uploads that wait on Redis", () =>
  contract(async () => ({ kind: "redis", url: (await startTestRedis()).url })),
);

describe("uploads that wait on PostgreSQL", () =>
  contract(async (url) => ({ kind: "postgres", url })));

function contract(open: (databaseUrl: string) => Promise<QueueBackend>): void {
  test(`the first pictures of other polls overtake ${MANY} pictures of one poll`, async () => {
    const { url } = await createTestDatabase();
    const db = connectPatiently(url, { max: 6 });
    const shared = {
      store: outboxStore(db),
      backend: await open(url),
      log: createLogger("test", { level: "silent" }),
      metrics: createMetrics("test"),
      strict: false,
    };
    const upload = async (poll: Poll) => {
      const option = await buildOption(db, poll, { type: "Options::PhotoOption" });
      const storageKey = `originals/${option.publicId}`;
      await inTransaction(db, (tx) =>
        attachFile(
          tx,
          { optionId: option.id },
          optionTypes.get(option.type),
          {
            storageKey,
            byteSize: 1,
            sha256: "00",
            kind: "image",
            format: "png",
            contentType: "image/png",
            keep: () => {},
          },
          new Date(),
        ),
      );
      return storageKey;
    };
    const relay = startRelay(shared);
    const allSent = async () => {
      relay.wake();
      await waitFor(async () => (await db.prisma.outbox.count({ where: { sentAt: null } })) === 0, {
        what: "all jobs in their queue",
      });
    };

    const [crowd, guest, late] = [await buildPoll(db), await buildPoll(db), await buildPoll(db)];
    for (let n = 0; n < MANY; n += 1) await upload(crowd);
    await allSent();
    const guests = [await upload(guest), await upload(guest), await upload(guest)];
    await allSent();

    const done: string[] = [];
    let comeLate: Promise<string> | undefined;
    const uploadLate = async () => {
      const key = await upload(late);
      await allSent();
      return key;
    };
    const handlers: Handlers<"media", object> = {
      "media.render-attachment": async ({ attachmentId }, _deps, run) => {
        const id = BigInt(attachmentId);
        if (id % 10n === 0n && run.attempt === 1) throw new Error("the decoder died");
        if (done.length >= LATE_AFTER) {
          comeLate ??= uploadLate();
          await comeLate;
        }
        await inTransaction(db, async (tx) => {
          const row = { where: { id }, data: { processedAt: new Date() } };
          done.push((await tx.prisma.attachment.update(row)).storageKey);
          await run.done(tx);
        });
      },
      "media.delete-attachment": async () => undefined,
      "media.draw-link-picture": async () => undefined,
    };
    const signal = new AbortController().signal;
    const worker = await startWorker("media", handlers, () => ({}), {
      ...shared,
      concurrency: 2,
      signal,
    });
    try {
      await waitFor(async () => (await shared.store.figures()).pending === 0, {
        what: "all of them",
      });
      expect(await shared.store.figures()).toMatchObject({ dead: 0 });
    } finally {
      await worker.close();
      await relay.close();
      await db.close();
    }
    expect(new Set(done).size).toBe(MANY + 4);
    const places = guests.map((key) => done.indexOf(key));
    // The guest's first upload has the same turn as the crowd's first, its second as the second, and so on.
    expect(Math.max(...places)).toBeLessThan(12);
    expect(done.indexOf((await comeLate) ?? "")).toBeLessThan(LATE_AFTER + 5 + RETRIES);
  });
}

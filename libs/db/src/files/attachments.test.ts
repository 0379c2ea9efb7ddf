// Covers docs/reference/media.md: order-of-processing
// Covers docs/reliability.md: upload-limits

import {
  type AttachmentFacts,
  buildAttachment,
  buildOption,
  buildPoll,
  shareDatabase,
} from "@polls/testing";
import { countServedJob, SERVED_IN_A_ROUND } from "../outbox/queue-rounds";
import { inTransaction } from "../sql/in-transaction";
import { uploadTurn } from "./attachments";

const db = shareDatabase({ max: 2 });

const turnOf = (id: bigint) => uploadTurn(db, id, "media");

test("an upload is queued behind older waiting uploads of its poll", async () => {
  const [poll, other] = [await buildPoll(db), await buildPoll(db)];
  const aheadOf = async (of: typeof poll, facts: AttachmentFacts) =>
    (await turnOf((await buildAttachment(db, await buildOption(db, of), facts)).id)).ahead;

  expect(await aheadOf(poll, {})).toBe(0);
  expect(await aheadOf(poll, { kind: "audio" })).toBe(1);
  expect(await aheadOf(poll, { processed: true })).toBe(2);
  // Videos have a separate queue.
  expect(await aheadOf(poll, { kind: "video" })).toBe(0);
  expect(await aheadOf(poll, { kind: "video" })).toBe(1);
  expect(await aheadOf(other, {})).toBe(0);
  // Finished uploads are not ahead.
  expect(await aheadOf(poll, {})).toBe(2);
});

test("an upload without an option, or a deleted upload, is not behind any other", async () => {
  const { id } = await buildAttachment(db, await buildOption(db, await buildPoll(db)));
  await db.prisma.attachment.update({ where: { id }, data: { optionId: null } });
  expect((await turnOf(id)).ahead).toBe(0);
  expect((await turnOf(id + 1_000n)).ahead).toBe(0);
});

test("while 12 polls keep uploading, only a bounded number of later uploads overtake an upload", async () => {
  const POLLS = 12;
  const CROWD = 12;
  interface Waiting {
    readonly id: bigint;
    readonly poll: Awaited<ReturnType<typeof buildPoll>>;
    readonly ahead: number;
    readonly priority: number;
    overtakenBy: number;
  }
  let waiting: Waiting[] = [];
  const upload = async (poll: Waiting["poll"]) => {
    const { id } = await buildAttachment(db, await buildOption(db, poll));
    const { ahead, round } = await turnOf(id);
    const one = { id, poll, ahead, priority: ahead + round, overtakenBy: 0 };
    waiting.push(one);
    return one;
  };
  /** Serves jobs like the queue: the smallest priority first, then the oldest. */
  const serve = async () => {
    const first = waiting.reduce((best, one) => (one.priority < best.priority ? one : best));
    waiting = waiting.filter((one) => one !== first);
    for (const one of waiting) if (one.id < first.id) one.overtakenBy += 1;
    await db.prisma.attachment.update({
      where: { id: first.id },
      data: { processedAt: new Date() },
    });
    await inTransaction(db, (tx) => countServedJob(tx, "media"));
    return first;
  };

  const crowd = await buildPoll(db);
  const late: Waiting[] = [];
  for (let n = 0; n < CROWD; n += 1) late.push(await upload(crowd));
  for (let n = 0; n < POLLS; n += 1) await upload(await buildPoll(db));
  const bound = ({ ahead }: Waiting) => ahead * (SERVED_IN_A_ROUND + POLLS);
  const most = Math.max(...late.map(bound)) + POLLS + CROWD;
  const served = new Set<Waiting>();
  for (let turns = 0; turns < most && late.some((one) => !served.has(one)); turns += 1) {
    const one = await serve();
    served.add(one);
    // Each other poll adds its next upload as soon as its last one is finished.
    if (one.poll !== crowd) await upload(one.poll);
  }
  expect(late.filter((one) => !served.has(one))).toEqual([]);
  for (const one of served) expect(one.overtakenBy).toBeLessThanOrEqual(bound(one));
});

test("the rounds of a queue restart only after many rounds, when the queue is empty", async () => {
  const served = async () =>
    Number(
      (await db.prisma.uploadRound.findUniqueOrThrow({ where: { queue: "media-slow" } })).served,
    );
  const set = (value: number) =>
    db.prisma.uploadRound.update({ where: { queue: "media-slow" }, data: { served: value } });
  const count = () => inTransaction(db, (tx) => countServedJob(tx, "media-slow"));
  await db.prisma.attachment.updateMany({ data: { processedAt: new Date() } });
  await set(7);
  await count();
  expect(await served()).toBe(8);
  const { id } = await buildAttachment(db, await buildOption(db, await buildPoll(db)));
  await set(8_000_000);
  await count();
  expect(await served()).toBe(8_000_001);
  await db.prisma.attachment.update({ where: { id }, data: { processedAt: new Date() } });
  await count();
  expect(await served()).toBe(0);
});

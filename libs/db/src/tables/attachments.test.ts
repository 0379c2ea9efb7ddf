import {
  type AttachmentFacts,
  atFileEnd,
  buildAttachment,
  buildOption,
  buildPoll,
  createTestDatabase,
} from "@polls/testing";
import { connectDatabase, type Db } from "../connection/connect";
import { uploadsAhead } from "./attachments";

let db: Db;
beforeAll(async () => {
  const { url } = await createTestDatabase();
  db = connectDatabase(url, { max: 2 });
  atFileEnd("connections", () => db.close());
});

test("an upload is behind older waiting uploads of its poll", async () => {
  const [poll, other] = [await buildPoll(db), await buildPoll(db)];
  const aheadOf = async (of: typeof poll, facts: AttachmentFacts) =>
    uploadsAhead(db, (await buildAttachment(db, await buildOption(db, of), facts)).id);

  expect(await aheadOf(poll, {})).toBe(0);
  expect(await aheadOf(poll, { kind: "audio" })).toBe(1);
  expect(await aheadOf(poll, { processed: true })).toBe(2);
  // Films have a queue of their own.
  expect(await aheadOf(poll, { kind: "video" })).toBe(0);
  expect(await aheadOf(poll, { kind: "video" })).toBe(1);
  expect(await aheadOf(other, {})).toBe(0);
  // What is done is not waited for.
  expect(await aheadOf(poll, {})).toBe(2);
});

test("an upload without an option, or a deleted one, is behind no other", async () => {
  const { id } = await buildAttachment(db, await buildOption(db, await buildPoll(db)));
  await db.prisma.attachment.update({ where: { id }, data: { optionId: null } });
  expect(await uploadsAhead(db, id)).toBe(0);
  expect(await uploadsAhead(db, id + 1_000n)).toBe(0);
});

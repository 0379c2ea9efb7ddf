// Covers docs/reference/media.md: deleting-files
// Covers docs/reliability.md: backups

import type { Storage } from "@polls/storage";
import { makePicture } from "../../testing/make-media";
import { type MediaFixture, shareMedia } from "../../testing/media-fixture";

const fixture = shareMedia();
const remove = (id: bigint, changes?: Parameters<MediaFixture["run"]>[2]) =>
  fixture.run("media.delete-attachment", id, changes);
const detach = (id: bigint) =>
  fixture.deps.db.prisma.attachment.update({ where: { id }, data: { optionId: null } });

test("removes the files of an upload without an option, then its rows", async () => {
  const others = await fixture.storedKeys();
  const { id } = await fixture.upload(await makePicture());
  await fixture.run("media.render-attachment", id);
  expect(await fixture.storedKeys()).toHaveLength(others.length + 5);
  await detach(id);
  const { outboxId } = await remove(id);

  expect(await fixture.storedKeys()).toEqual(others);
  expect(await fixture.attachment(id)).toBeNull();
  expect(await fixture.deps.db.prisma.derivative.count({ where: { attachmentId: id } })).toBe(0);
  expect(await fixture.deps.db.prisma.finishedJob.count({ where: { id: outboxId } })).toBe(1);
});

test.each([
  ["an upload that belongs to an option", {}],
  ["the cover of a poll", { isCover: true }],
])("keeps %s", async (_, facts) => {
  const { id, storageKey } = await fixture.upload(await makePicture(), facts);
  await remove(id);
  expect(await fixture.attachment(id)).not.toBeNull();
  expect(await fixture.deps.storage.stat(storageKey)).toBeDefined();
});

test("does nothing for an upload that was deleted before", async () => {
  const { id } = await fixture.upload(await makePicture(), { orphaned: true });
  await remove(id);
  await expect(remove(id)).resolves.toBeDefined();
  await expect(remove(12_345_678n)).resolves.toBeDefined();
});

test("keeps the row while a file remains, so that a retry finds it", async () => {
  const { id, storageKey } = await fixture.upload(await makePicture(), { orphaned: true });
  const storage: Storage = {
    ...fixture.deps.storage,
    remove: async () => {
      throw new Error("the storage is away");
    },
  };
  await expect(remove(id, { deps: { storage } })).rejects.toThrow("the storage is away");
  expect(await fixture.attachment(id)).not.toBeNull();
  await remove(id);
  expect(await fixture.deps.storage.stat(storageKey)).toBeUndefined();
});

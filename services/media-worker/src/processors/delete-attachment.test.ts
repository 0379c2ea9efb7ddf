import type { Storage } from "@polls/storage";
import { makePicture } from "../testing/make-media";
import { type MediaRoom, openMediaRoom } from "../testing/media-room";

let room: MediaRoom;
beforeAll(async () => {
  room = await openMediaRoom();
});
const remove = (id: bigint, changes?: Parameters<MediaRoom["run"]>[2]) =>
  room.run("media.delete-attachment", id, changes);
const detach = (id: bigint) =>
  room.deps.db.prisma.attachment.update({ where: { id }, data: { optionId: null } });

it("removes the files of an upload that no option has, then its rows", async () => {
  const others = await room.storedKeys();
  const { id } = await room.upload(await makePicture());
  await room.run("media.render-attachment", id);
  expect(await room.storedKeys()).toHaveLength(others.length + 4);
  await detach(id);
  const { outboxId } = await remove(id);

  expect(await room.storedKeys()).toEqual(others);
  expect(await room.attachment(id)).toBeNull();
  expect(await room.deps.db.prisma.derivative.count({ where: { attachmentId: id } })).toBe(0);
  const job = await room.deps.db.prisma.outbox.findUniqueOrThrow({ where: { id: outboxId } });
  expect(job.doneAt).not.toBeNull();
});

it("touches nothing that an option has", async () => {
  const { id, storageKey } = await room.upload(await makePicture());
  await remove(id);
  expect(await room.attachment(id)).not.toBeNull();
  expect(await room.deps.storage.stat(storageKey)).toBeDefined();
});

it("is done when it is gone, or was done before", async () => {
  const { id } = await room.upload(await makePicture(), { orphaned: true });
  await remove(id);
  await expect(remove(id)).resolves.toBeDefined();
  await expect(remove(12_345_678n)).resolves.toBeDefined();
});

it("keeps the row while a file is left, so that the next run knows of it", async () => {
  const { id, storageKey } = await room.upload(await makePicture(), { orphaned: true });
  const storage: Storage = {
    ...room.deps.storage,
    remove: async () => {
      throw new Error("the storage is away");
    },
  };
  await expect(remove(id, { deps: { storage } })).rejects.toThrow("the storage is away");
  expect(await room.attachment(id)).not.toBeNull();
  await remove(id);
  expect(await room.deps.storage.stat(storageKey)).toBeUndefined();
});

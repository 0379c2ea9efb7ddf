import { readdir } from "node:fs/promises";
import type { Storage } from "@polls/storage";
import { atFileEnd } from "@polls/testing";
import { makeMedia, makePicture, testPicture, testTone } from "../testing/make-media";
import { type MediaRoom, openMediaRoom } from "../testing/media-room";
import { renderTools } from "../testing/render-tools";

let room: MediaRoom;
beforeAll(async () => {
  room = await openMediaRoom();
});
const render = (id: bigint, changes?: Parameters<MediaRoom["run"]>[2]) =>
  room.run("media.render-attachment", id, changes);
const outboxRow = (id: bigint) => room.deps.db.prisma.outbox.findUniqueOrThrow({ where: { id } });

it("makes an image's derivatives, stores them and finishes its job with them", async () => {
  const { id } = await room.upload(await makePicture(900, 600));
  const { outboxId } = await render(id);

  const attachment = await room.attachment(id);
  expect(attachment).toMatchObject({
    width: 900,
    height: 600,
    processingError: null,
    progress: null,
  });
  expect(attachment?.processedAt).not.toBeNull();
  expect((await outboxRow(outboxId)).doneAt).not.toBeNull();
  expect(
    attachment?.derivatives.map(({ name, contentType, width, height }) => [
      name,
      contentType,
      width,
      height,
    ]),
  ).toEqual([
    ["large", "image/webp", 900, 600],
    ["social", "image/jpeg", 900, 473],
    ["thumb", "image/webp", 400, 267],
  ]);
  for (const { storageKey, byteSize } of attachment?.derivatives ?? []) {
    expect((await room.deps.storage.stat(storageKey))?.byteSize).toBe(Number(byteSize));
  }
  expect(await readdir(room.deps.workRoot)).toEqual([]);
});

it("is done when the row is gone", async () => {
  await expect(render(999_999n)).resolves.toBeDefined();
});

it("is done when it was done before: no file and no row is made again", async () => {
  const { id } = await room.upload(await makePicture());
  await render(id);
  const before = [await room.attachment(id), await room.storedKeys()];
  await render(id);
  expect([await room.attachment(id), await room.storedKeys()]).toEqual(before);
});

it("two workers with the same job make one set of derivatives", async () => {
  const { id } = await room.upload(await makePicture());
  await Promise.allSettled([render(id), render(id), render(id)]);
  const attachment = await room.attachment(id);
  expect(attachment?.derivatives).toHaveLength(3);
  expect(attachment?.processingError).toBeNull();
});

it("leaves what belongs to no option to its removal", async () => {
  const { id } = await room.upload(await makePicture(), { orphaned: true });
  await render(id);
  expect(await room.attachment(id)).toMatchObject({ processedAt: null, derivatives: [] });
});

it("turns by the option's rotation, and again when that changes", async () => {
  const { id, optionId } = await room.upload(await makePicture(300, 100), { rotation: 90 });
  await render(id);
  const turned = await room.attachment(id);
  expect(turned).toMatchObject({ width: 100, height: 300 });

  await room.deps.db.prisma.option.update({ where: { id: optionId }, data: { rotation: 0 } });
  await room.deps.db.prisma.attachment.update({ where: { id }, data: { processedAt: null } });
  await render(id);
  const upright = await room.attachment(id);
  expect(upright).toMatchObject({ width: 300, height: 100 });
  const keys = (row: typeof turned) => row?.derivatives.map(({ storageKey }) => storageKey) ?? [];
  expect(keys(upright).filter((key) => keys(turned).includes(key))).toEqual([]);
});

it("turns a picture that takes more memory than is taken by now", async () => {
  const { id } = await room.upload(await makePicture(300, 100), { rotation: 90 });
  const { tools } = room.deps;
  const caps = { ...tools.caps, imageMaxHeldBytes: 1 };
  await render(id, { deps: { tools: { ...tools, caps } } });
  expect(await room.attachment(id)).toMatchObject({ height: 300, processingError: null });
});

it("shows an option that is turned while its file is rendered the right way round", async () => {
  const { id, optionId } = await room.upload(await makePicture(300, 100));
  let turns = 0;
  const storage: Storage = {
    ...room.deps.storage,
    async put(...args) {
      if (turns++ === 0) {
        await room.deps.db.prisma.option.update({
          where: { id: optionId },
          data: { rotation: 270 },
        });
      }
      return room.deps.storage.put(...args);
    },
  };
  await render(id, { deps: { storage } });
  expect(await room.attachment(id)).toMatchObject({
    width: 100,
    height: 300,
    processingError: null,
  });
});

it("leaves no file of an upload that is removed while it is rendered", async () => {
  const { id } = await room.upload(await makePicture());
  const before = await room.storedKeys();
  const storage: Storage = {
    ...room.deps.storage,
    async put(...args) {
      await room.deps.db.prisma.attachment.deleteMany({ where: { id } });
      return room.deps.storage.put(...args);
    },
  };
  await render(id, { deps: { storage } });
  expect(await room.storedKeys()).toEqual(before);
});

describe("a file that proves broken is processed, and says so", () => {
  it.each<[string, "image" | "video" | "audio", () => Promise<Buffer>]>([
    ["half a picture", "image", async () => (await makePicture(2_000, 2_000)).subarray(0, 400)],
    ["text", "image", async () => Buffer.from("hello")],
    ["a sound where an image was said to be", "image", () => makeMedia(testTone(1), [], "mp3")],
    ["nothing", "audio", async () => Buffer.alloc(0)],
  ])("%s", async (_what, kind, content) => {
    const { id } = await room.upload(await content(), { kind });
    const { outboxId } = await render(id);
    expect(await room.attachment(id)).toMatchObject({ processingError: "broken", derivatives: [] });
    expect((await room.attachment(id))?.processedAt).not.toBeNull();
    expect((await outboxRow(outboxId)).doneAt).not.toBeNull();
  });

  it("one whose stored file is gone", async () => {
    const { id, storageKey } = await room.upload(await makePicture());
    await room.deps.storage.remove(storageKey);
    await render(id);
    expect(await room.attachment(id)).toMatchObject({ processingError: "missing" });
  });

  it("one whose decoder dies three times, and not before", async () => {
    const { id } = await room.upload(await makePicture());
    const pictureLimits = { ...room.deps.tools.pictureLimits, wallMs: 10 };
    const deps = { tools: await renderTools({ pictureLimits }) };
    atFileEnd("picture processes", () => deps.tools.pictures.close());
    await expect(render(id, { attempt: 1, deps })).rejects.toMatchObject({ name: "DecoderDied" });
    await expect(render(id, { attempt: 2, deps })).rejects.toMatchObject({ name: "DecoderDied" });
    expect((await room.attachment(id))?.processedAt).toBeNull();
    await render(id, { attempt: 3, deps });
    expect(await room.attachment(id)).toMatchObject({ processingError: "too_expensive" });
  });
});

it("a later success takes an old error back", async () => {
  const { id } = await room.upload(await makePicture());
  await room.deps.db.prisma.attachment.update({
    where: { id },
    data: { processingError: "broken" },
  });
  await render(id);
  expect(await room.attachment(id)).toMatchObject({ processingError: null });
});

it("a storage that is away is tried again: nothing is written", async () => {
  const { id } = await room.upload(await makePicture());
  const storage: Storage = {
    ...room.deps.storage,
    put: async () => {
      throw new Error("the storage is away");
    },
  };
  await expect(render(id, { deps: { storage } })).rejects.toThrow("the storage is away");
  expect(await room.attachment(id)).toMatchObject({ processedAt: null, derivatives: [] });
});

it("stops when its lock is lost, and writes nothing", async () => {
  const { id } = await room.upload(await makePicture());
  const lost = new AbortController();
  const storage: Storage = {
    ...room.deps.storage,
    async put(...args) {
      lost.abort(new Error("the lock is lost"));
      return room.deps.storage.put(...args);
    },
  };
  await expect(render(id, { signal: lost.signal, deps: { storage } })).rejects.toThrow();
  expect(await room.attachment(id)).toMatchObject({ processedAt: null, derivatives: [] });
});

it("a sound gets the cover that is in it, its length and its waveform", async () => {
  const cover = await makeMedia(
    [...testTone(2), ...testPicture("700x500", 0.04)],
    [
      "-map",
      "0",
      "-map",
      "1",
      "-frames:v",
      "1",
      "-c:v",
      "mjpeg",
      "-disposition:v",
      "attached_pic",
      "-id3v2_version",
      "3",
    ],
    "mp3",
  );
  const { id } = await room.upload(cover, { kind: "audio" });
  await render(id);
  const attachment = await room.attachment(id);
  expect(attachment?.derivatives).toMatchObject([
    { name: "cover", contentType: "image/webp", width: 600, height: 429 },
  ]);
  expect(attachment?.metadata).toMatchObject({ duration: expect.closeTo(2, 0) });
  const { peaks = [] } = (attachment?.metadata ?? {}) as { peaks?: number[] };
  expect(peaks.length).toBeGreaterThan(30);
  expect(Math.max(...peaks)).toBe(100);
});

it("a sound without art has no derivatives, and is processed", async () => {
  const { id } = await room.upload(await makeMedia(testTone(1), [], "flac"), { kind: "audio" });
  await render(id);
  expect(await room.attachment(id)).toMatchObject({ processingError: null, derivatives: [] });
});

it("a plain file has none either", async () => {
  const { id } = await room.upload(Buffer.from("%PDF-1.7\n%%EOF"), { kind: "file" });
  await render(id);
  expect(await room.attachment(id)).toMatchObject({ processingError: null, derivatives: [] });
});

it("a film is handed on to the queue for slow work, and made there", async () => {
  const film = await makeMedia(
    [...testPicture("640x360", 1), ...testTone(1)],
    ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"],
    "mp4",
  );
  const { id } = await room.upload(film, { kind: "video" });
  const { outboxId } = await render(id);
  expect((await outboxRow(outboxId)).doneAt).not.toBeNull();
  expect(await room.attachment(id)).toMatchObject({ processedAt: null });
  const sent = await room.deps.db.prisma.outbox.findMany({
    where: { job: "media-slow.transcode-video" },
  });
  expect(sent.map(({ payload }) => payload)).toEqual([{ attachmentId: String(id) }]);

  await room.run("media-slow.transcode-video", id);
  const attachment = await room.attachment(id);
  expect(attachment).toMatchObject({
    width: 640,
    height: 360,
    processingError: null,
    progress: null,
  });
  expect(attachment?.derivatives.map(({ name, contentType }) => [name, contentType])).toEqual([
    ["large", "video/mp4"],
    ["social", "image/jpeg"],
    ["thumb", "image/webp"],
  ]);
});

it("a film is made whether or not anybody can be told how far it is", async () => {
  const film = await makeMedia(
    testPicture("320x240", 2),
    ["-c:v", "libx264", "-preset", "ultrafast"],
    "mp4",
  );
  const { id } = await room.upload(film, { kind: "video" });
  const { prisma } = room.deps.db;
  let told = 0;
  const attachment = new Proxy(prisma.attachment, {
    get(target, name) {
      if (name !== "updateMany") return Reflect.get(target, name);
      return async () => {
        told += 1;
        throw new Error("the database is away");
      };
    },
  });
  const deaf = new Proxy(prisma, {
    get: (target, name) => (name === "attachment" ? attachment : Reflect.get(target, name)),
  });
  await room.run("media-slow.transcode-video", id, {
    deps: { db: { ...room.deps.db, prisma: deaf } },
  });
  expect(told).toBeGreaterThan(0);
  expect(await room.attachment(id)).toMatchObject({ processingError: null, progress: null });
});

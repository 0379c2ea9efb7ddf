// Covers docs/reference/media.md: derivatives, layout
// Covers docs/reliability.md: killed-processes

import { readdir } from "node:fs/promises";
import type { Storage } from "@polls/storage";
import { metricValue } from "@polls/testing";
import { makeMedia, makePicture, testPicture, testTone } from "../../testing/make-media";
import { type MediaFixture, shareMedia } from "../../testing/media-fixture";

const fixture = shareMedia();
const render = (id: bigint, changes?: Parameters<MediaFixture["run"]>[2]) =>
  fixture.run("media.render-attachment", id, changes);
const isFinished = async (id: bigint) =>
  (await fixture.deps.db.prisma.finishedJob.count({ where: { id } })) === 1;

test("creates and stores the derivatives of an image, and finishes the job in the same transaction", async () => {
  const { id } = await fixture.upload(await makePicture(900, 600));
  const { outboxId } = await render(id);

  const attachment = await fixture.attachment(id);
  expect(attachment).toMatchObject({
    width: 900,
    height: 600,
    processingError: null,
    progress: null,
    thumbhash: expect.stringMatching(/^[\w+/]{20,36}=*$/),
  });
  expect(attachment?.processedAt).not.toBeNull();
  expect(await isFinished(outboxId)).toBe(true);
  expect(
    attachment?.derivatives.map(({ name, contentType, width, height }) => [
      name,
      contentType,
      width,
      height,
    ]),
  ).toEqual([
    ["large", "image/webp", 900, 600],
    ["medium", "image/webp", 900, 600],
    ["social", "image/jpeg", 900, 473],
    ["thumb", "image/webp", 400, 267],
  ]);
  for (const { storageKey, byteSize } of attachment?.derivatives ?? []) {
    expect((await fixture.deps.storage.stat(storageKey))?.byteSize).toBe(Number(byteSize));
  }
  expect(await readdir(fixture.deps.workRoot)).toEqual([]);
});

test("creates the derivatives of a cover, and none once its poll has another one", async () => {
  const picture = await makePicture(900, 600);
  const shown = await fixture.upload(picture, { isCover: true });
  await render(shown.id);
  const cover = await fixture.attachment(shown.id);
  expect(cover?.derivatives.map(({ name }) => name)).toEqual([
    "large",
    "medium",
    "social",
    "thumb",
  ]);
  expect(cover).toMatchObject({ width: 900, thumbhash: expect.any(String) });

  const replaced = await fixture.upload(picture, { isCover: true });
  const data = { coverOfPollId: null };
  await fixture.deps.db.prisma.attachment.update({ where: { id: replaced.id }, data });
  await render(replaced.id);
  expect(await fixture.attachment(replaced.id)).toMatchObject({
    processedAt: null,
    derivatives: [],
  });
});

test("does nothing when the row was deleted", async () => {
  await expect(render(999_999n)).resolves.toBeDefined();
});

test("does nothing when the upload is processed: creates no file and no row again", async () => {
  const { id } = await fixture.upload(await makePicture());
  await render(id);
  const before = [await fixture.attachment(id), await fixture.storedKeys()];
  await render(id);
  expect([await fixture.attachment(id), await fixture.storedKeys()]).toEqual(before);
});

test("two workers with the same job create one set of derivatives", async () => {
  const { id } = await fixture.upload(await makePicture());
  await Promise.allSettled([render(id), render(id), render(id)]);
  const attachment = await fixture.attachment(id);
  expect(attachment?.derivatives).toHaveLength(4);
  expect(attachment?.processingError).toBeNull();
});

test("ignores an upload without an option", async () => {
  const { id } = await fixture.upload(await makePicture(), { orphaned: true });
  await render(id);
  expect(await fixture.attachment(id)).toMatchObject({ processedAt: null, derivatives: [] });
});

test("applies the option's rotation, and renders again when it changes", async () => {
  const { id, optionId } = await fixture.upload(await makePicture(300, 100), { rotation: 90 });
  await render(id);
  const turned = await fixture.attachment(id);
  expect(turned).toMatchObject({ width: 100, height: 300 });

  await fixture.deps.db.prisma.option.update({ where: { id: optionId }, data: { rotation: 0 } });
  await fixture.deps.db.prisma.attachment.update({ where: { id }, data: { processedAt: null } });
  await render(id);
  const upright = await fixture.attachment(id);
  expect(upright).toMatchObject({ width: 300, height: 100 });
  const keys = (row: typeof turned) => row?.derivatives.map(({ storageKey }) => storageKey) ?? [];
  expect(keys(upright).filter((key) => keys(turned).includes(key))).toEqual([]);
});

test("rotates a picture that exceeds the current memory cap", async () => {
  const { id } = await fixture.upload(await makePicture(300, 100), { rotation: 90 });
  const { tools } = fixture.deps;
  const caps = { ...tools.caps, imageMaxHeldBytes: 1 };
  await render(id, { deps: { tools: { ...tools, caps } } });
  expect(await fixture.attachment(id)).toMatchObject({ height: 300, processingError: null });
});

test("an option that is rotated while its file is rendered gets the new rotation", async () => {
  const { id, optionId } = await fixture.upload(await makePicture(300, 100));
  let turns = 0;
  const storage: Storage = {
    ...fixture.deps.storage,
    async put(...args) {
      if (turns++ === 0) {
        await fixture.deps.db.prisma.option.update({
          where: { id: optionId },
          data: { rotation: 270 },
        });
      }
      return fixture.deps.storage.put(...args);
    },
  };
  await render(id, { deps: { storage } });
  expect(await fixture.attachment(id)).toMatchObject({
    width: 100,
    height: 300,
    processingError: null,
  });
});

test("an audio file gets its cover, a sound to play, duration and waveform", async () => {
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
  const { id } = await fixture.upload(cover, { kind: "audio" });
  await render(id);
  const attachment = await fixture.attachment(id);
  expect(attachment?.derivatives).toMatchObject([
    { name: "cover", contentType: "image/webp", width: 600, height: 429 },
    { name: "sound", contentType: "audio/mp4", width: null, height: null },
  ]);
  expect(attachment?.metadata).toMatchObject({ duration: expect.closeTo(2, 0) });
  const { peaks = [] } = (attachment?.metadata ?? {}) as { peaks?: number[] };
  expect(peaks.length).toBeGreaterThan(30);
  expect(Math.max(...peaks)).toBe(100);
});

test("an audio file without art has a sound to play alone", async () => {
  const { id } = await fixture.upload(await makeMedia(testTone(1), [], "flac"), { kind: "audio" });
  await render(id);
  expect(await fixture.attachment(id)).toMatchObject({
    processingError: null,
    derivatives: [{ name: "sound", storageKey: expect.stringMatching(/\/sound-\w{20}\.m4a$/) }],
  });
});

test("a plain file has no derivatives", async () => {
  const { id } = await fixture.upload(Buffer.from("%PDF-1.7\n%%EOF"), { kind: "file" });
  await render(id);
  expect(await fixture.attachment(id)).toMatchObject({ processingError: null, derivatives: [] });
});

test("a video is passed to the slow queue and rendered there", async () => {
  const video = await makeMedia(
    [...testPicture("640x360", 1), ...testTone(1)],
    ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"],
    "mp4",
  );
  const { id } = await fixture.upload(video, { kind: "video" });
  const { outboxId } = await render(id);
  expect(await isFinished(outboxId)).toBe(true);
  expect(await fixture.attachment(id)).toMatchObject({ processedAt: null });
  const sent = await fixture.deps.db.prisma.outbox.findMany({
    where: {
      job: "media-slow.transcode-video",
      payload: { path: ["attachmentId"], equals: String(id) },
    },
  });
  expect(sent).toHaveLength(1);

  await fixture.run("media-slow.transcode-video", id);
  const attachment = await fixture.attachment(id);
  expect(attachment).toMatchObject({
    width: 640,
    height: 360,
    processingError: null,
    progress: null,
    thumbhash: expect.stringMatching(/^[\w+/]{20,36}=*$/),
  });
  expect(attachment?.derivatives.map(({ name, contentType }) => [name, contentType])).toEqual([
    ["large", "video/mp4"],
    ["social", "image/jpeg"],
    ["thumb", "image/webp"],
  ]);
});

test("a video is rendered even if its progress cannot be stored", async () => {
  const video = await makeMedia(
    testPicture("320x240", 2),
    ["-c:v", "libx264", "-preset", "ultrafast"],
    "mp4",
  );
  const { id } = await fixture.upload(video, { kind: "video" });
  const { prisma } = fixture.deps.db;
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
  await fixture.run("media-slow.transcode-video", id, {
    deps: { db: { ...fixture.deps.db, prisma: deaf } },
  });
  expect(told).toBeGreaterThan(0);
  expect(await fixture.attachment(id)).toMatchObject({ processingError: null, progress: null });
});

test("counts uploads, their time and their bytes by kind", async () => {
  const counts = async () => {
    const { body } = await fixture.deps.metrics.text();
    const kind = "image";
    return [
      metricValue(body, "media_files_total", { kind, outcome: "rendered" }),
      metricValue(body, "media_files_total", { kind, outcome: "broken" }),
      metricValue(body, "media_render_seconds_count", { kind }),
      metricValue(body, "media_bytes_total", { kind, direction: "read" }),
      metricValue(body, "media_bytes_total", { kind, direction: "written" }),
    ].map((count = 0) => count);
  };
  const before = await counts();
  const picture = await makePicture();
  const { id } = await fixture.upload(picture);
  await render(id);
  await render(id);
  const broken = Buffer.from("no picture");
  await render((await fixture.upload(broken)).id);
  const gained = (await counts()).map((count, index) => count - (before[index] ?? 0));
  const { derivatives = [] } = (await fixture.attachment(id)) ?? {};
  const written = derivatives.reduce((sum, { byteSize }) => sum + Number(byteSize), 0);
  expect(gained).toEqual([1, 1, 2, picture.length + broken.length, written]);
});

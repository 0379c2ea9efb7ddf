// Covers docs/reference/media.md: broken-files, checks-before-201, derivatives, layout
// Covers docs/reliability.md: killed-processes, poison-jobs, storage-failures

import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { derivativesPrefix, openStorage, type Storage } from "@polls/storage";
import { atFileEnd, describeWhere, metricValue, mountSmallDisk } from "@polls/testing";
import { makeMedia, makeNoise, makePicture, testPicture, testTone } from "../../testing/make-media";
import { type MediaFixture, openMediaFixture } from "../../testing/media-fixture";
import { renderTools } from "../../testing/render-tools";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { DecoderStarved } from "../confined/spawn-confined";

let fixture: MediaFixture;
beforeAll(async () => {
  fixture = await openMediaFixture();
});
const render = (id: bigint, changes?: Parameters<MediaFixture["run"]>[2]) =>
  fixture.run("media.render-attachment", id, changes);
const outboxRow = (id: bigint) =>
  fixture.deps.db.prisma.outbox.findUniqueOrThrow({ where: { id } });

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

test("leaves no file of an upload that is deleted while it is rendered", async () => {
  const { id } = await fixture.upload(await makePicture());
  const before = await fixture.storedKeys();
  const storage: Storage = {
    ...fixture.deps.storage,
    async put(...args) {
      await fixture.deps.db.prisma.attachment.deleteMany({ where: { id } });
      return fixture.deps.storage.put(...args);
    },
  };
  await render(id, { deps: { storage } });
  expect(await fixture.storedKeys()).toEqual(before);
});

describe("a broken file is processed and has an error", () => {
  test.each<[string, "image" | "video" | "audio", () => Promise<Buffer>]>([
    ["half a picture", "image", async () => (await makePicture(2_000, 2_000)).subarray(0, 400)],
    ["text", "image", async () => Buffer.from("hello")],
    ["a sound where an image was said to be", "image", () => makeMedia(testTone(1), [], "mp3")],
    ["nothing", "audio", async () => Buffer.alloc(0)],
  ])("%s", async (_what, kind, content) => {
    const { id } = await fixture.upload(await content(), { kind });
    const { outboxId } = await render(id);
    expect(await fixture.attachment(id)).toMatchObject({
      processingError: "broken",
      derivatives: [],
    });
    expect((await fixture.attachment(id))?.processedAt).not.toBeNull();
    expect((await outboxRow(outboxId)).doneAt).not.toBeNull();
  });

  test("unless it arrives incompletely: the job is tried again", async () => {
    const picture = await makePicture(900, 600);
    const { id } = await fixture.upload(picture);
    const arrives = (content: Buffer): Storage => ({
      ...fixture.storage,
      open: async () => Readable.from([content]),
    });
    const damaged = Buffer.from(picture);
    damaged[picture.length >> 1] = (damaged[picture.length >> 1] ?? 0) ^ 1;
    for (const [content, failure] of [
      [picture.subarray(0, picture.length >> 1), "StorageError"],
      [Buffer.alloc(0), "StorageError"],
      [damaged, "ContentDiffers"],
    ] as const) {
      const rendered = render(id, { deps: { storage: arrives(content) } });
      await expect(rendered).rejects.toMatchObject({ name: failure });
      expect((await fixture.attachment(id))?.processedAt).toBeNull();
    }
    await render(id);
    expect(await fixture.attachment(id)).toMatchObject({ processingError: null, width: 900 });
  });

  test("when the stored file is missing", async () => {
    const { id, storageKey } = await fixture.upload(await makePicture());
    await fixture.deps.storage.remove(storageKey);
    await render(id);
    expect(await fixture.attachment(id)).toMatchObject({ processingError: "missing" });
  });

  test("when the decoder dies three times, and not before", async () => {
    const { id } = await fixture.upload(await makePicture());
    const pictureLimits = { ...fixture.deps.tools.pictureLimits, memoryBytes: 60 * 1024 * 1024 };
    const deps = { tools: await renderTools({ pictureLimits }) };
    atFileEnd("picture processes", () => deps.tools.pictures.close());
    await expect(render(id, { attempt: 1, deps })).rejects.toMatchObject({ name: "DecoderDied" });
    await expect(render(id, { attempt: 2, deps })).rejects.toMatchObject({ name: "DecoderDied" });
    expect((await fixture.attachment(id))?.processedAt).toBeNull();
    await render(id, { attempt: 3, deps });
    expect(await fixture.attachment(id)).toMatchObject({ processingError: "too_expensive" });
  });
});

/** Tools whose decoders have other limits. */
async function toolsWithin(limits: { readonly wallMs: number }) {
  const { pictureLimits, soundLimits, videoLimits } = fixture.deps.tools;
  const tools = await renderTools({
    pictureLimits: { ...pictureLimits, ...limits },
    soundLimits: { ...soundLimits, ...limits },
    videoLimits: { ...videoLimits, ...limits },
  });
  atFileEnd("picture processes", () => tools.pictures.close());
  return tools;
}

const oneOfEachKind = [
  ["image", "media.render-attachment", () => makePicture()],
  ["audio", "media.render-attachment", () => makeMedia(testTone(1), [], "mp3")],
  ["video", "media-slow.transcode-video", () => makeMedia(testPicture("64x48", 1), [], "mp4")],
] as const;

describe("a decoder that gets too little processor time costs a retry, and the file is not blamed", () => {
  test.each(oneOfEachKind)("%s", async (kind, job, make) => {
    const { id } = await fixture.upload(await make(), { kind });
    const tools = await toolsWithin({ wallMs: 1 });
    for (const attempt of [1, 3, 8]) {
      await expect(fixture.run(job, id, { attempt, deps: { tools } })).rejects.toMatchObject({
        name: "DecoderStarved",
      });
    }
    expect(await fixture.attachment(id)).toMatchObject({ processedAt: null });
    await fixture.run(job, id, { attempt: 9 });
    expect(await fixture.attachment(id)).toMatchObject({ processingError: null });
  });

  test.each(oneOfEachKind)("%s: the last attempt of the job ends it", async (kind, job, make) => {
    const { id } = await fixture.upload(await make(), { kind });
    const tools = await toolsWithin({ wallMs: 1 });
    await fixture.run(job, id, { attempt: 8, isLast: true, deps: { tools } });
    expect(await fixture.attachment(id)).toMatchObject({ processingError: "timed_out" });
  });
});

/** Repeats a run that the machine starved, as the queue does. */
async function unlessStarved(run: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 10; ; tries -= 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof DecoderStarved) || tries === 0) throw error;
    }
  }
}

describe("a decoder that stands still is not waited for all day", () => {
  test.each([
    ["audio", "media.render-attachment", 3],
    ["video", "media-slow.transcode-video", 2],
  ] as const)("%s", async (kind, job, runs) => {
    const make = oneOfEachKind.find(([one]) => one === kind)?.[2];
    const { id } = await fixture.upload((await make?.()) ?? Buffer.alloc(0), { kind });
    const ffmpeg = join(await temporaryDirectory(), "ffmpeg");
    await writeFile(ffmpeg, "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
    const tools = { ...(await toolsWithin({ wallMs: 1_000 })), programs: { ffmpeg } };
    for (let attempt = 1; attempt < runs; attempt += 1) {
      const hanging = unlessStarved(() => fixture.run(job, id, { attempt, deps: { tools } }));
      await expect(hanging).rejects.toMatchObject({ name: "DecoderHung" });
    }
    expect(await fixture.attachment(id)).toMatchObject({ processedAt: null });
    await unlessStarved(() => fixture.run(job, id, { attempt: runs, deps: { tools } }));
    expect(await fixture.attachment(id)).toMatchObject({ processingError: "timed_out" });
  });
});

test("a later success removes an old error", async () => {
  const { id } = await fixture.upload(await makePicture());
  await fixture.deps.db.prisma.attachment.update({
    where: { id },
    data: { processingError: "broken" },
  });
  await render(id);
  expect(await fixture.attachment(id)).toMatchObject({ processingError: null });
});

test("an unavailable storage causes a retry, and nothing is written", async () => {
  const { id } = await fixture.upload(await makePicture());
  const storage: Storage = {
    ...fixture.deps.storage,
    put: async () => {
      throw new Error("the storage is away");
    },
  };
  await expect(render(id, { deps: { storage } })).rejects.toThrow("the storage is away");
  expect(await fixture.attachment(id)).toMatchObject({ processedAt: null, derivatives: [] });
});

const disk = mountSmallDisk(1024 * 1024);
const describeWithSmallDisk = describeWhere(disk !== undefined, "only root can mount a small disk");

describeWithSmallDisk("a full disk causes a retry, and the file is not reported as broken", () => {
  const directory = disk?.directory ?? "";
  const resize = (bytes: number) => disk?.resize(bytes);

  const uploadNoise = async () => {
    const content = await makeNoise(1_000, 1_000);
    return { ...(await fixture.upload(content)), bytes: content.length };
  };

  test("of the work directory, in the last run too", async () => {
    const { id, bytes } = await uploadNoise();
    resize(bytes + 128 * 1024);
    const deps = { workRoot: directory };
    for (const attempt of [1, 3]) {
      await expect(render(id, { attempt, deps })).rejects.toMatchObject({ code: "ENOSPC" });
    }
    expect(await fixture.attachment(id)).toMatchObject({ processedAt: null, derivatives: [] });
    resize(64 * 1024 * 1024);
    await render(id, { attempt: 4, deps });
    expect(await fixture.attachment(id)).toMatchObject({ processingError: null });
    expect((await fixture.attachment(id))?.derivatives).not.toEqual([]);
  });

  test("of the storage", async () => {
    const { id, storageKey } = await uploadNoise();
    resize(64 * 1024 * 1024);
    const small = await openStorage({ kind: "disk", directory });
    const storage: Storage = { ...small, open: fixture.deps.storage.open };
    resize(256 * 1024);
    const failed = render(id, { attempt: 3, deps: { storage } });
    await expect(failed).rejects.toMatchObject({ name: "StorageError", kind: "full" });
    expect(await fixture.attachment(id)).toMatchObject({ processedAt: null, derivatives: [] });
    resize(64 * 1024 * 1024);
    await render(id, { attempt: 4, deps: { storage } });
    expect(await fixture.attachment(id)).toMatchObject({ processingError: null });
    await small.removePrefix(derivativesPrefix(storageKey));
  });
});

test("stops when the lock is lost, and writes nothing", async () => {
  const { id } = await fixture.upload(await makePicture());
  const lost = new AbortController();
  const storage: Storage = {
    ...fixture.deps.storage,
    async put(...args) {
      lost.abort(new Error("the lock is lost"));
      return fixture.deps.storage.put(...args);
    },
  };
  await expect(render(id, { signal: lost.signal, deps: { storage } })).rejects.toThrow();
  expect(await fixture.attachment(id)).toMatchObject({ processedAt: null, derivatives: [] });
});

test("an audio file gets its cover, duration and waveform", async () => {
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
  ]);
  expect(attachment?.metadata).toMatchObject({ duration: expect.closeTo(2, 0) });
  const { peaks = [] } = (attachment?.metadata ?? {}) as { peaks?: number[] };
  expect(peaks.length).toBeGreaterThan(30);
  expect(Math.max(...peaks)).toBe(100);
});

test("an audio file without art has no derivatives and is processed", async () => {
  const { id } = await fixture.upload(await makeMedia(testTone(1), [], "flac"), { kind: "audio" });
  await render(id);
  expect(await fixture.attachment(id)).toMatchObject({ processingError: null, derivatives: [] });
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
  expect((await outboxRow(outboxId)).doneAt).not.toBeNull();
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

// Covers docs/reference/media.md: broken-files, checks-before-201
// Covers docs/reliability.md: poison-jobs, storage-failures

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { derivativesPrefix, openStorage, type Storage } from "@polls/storage";
import { atFileEnd, describeWhere, mountSmallDisk } from "@polls/testing";
import { makeMedia, makeNoise, makePicture, testPicture, testTone } from "../../testing/make-media";
import { type MediaFixture, shareMedia } from "../../testing/media-fixture";
import { renderTools } from "../../testing/render-tools";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { DecoderStarved } from "../confined/spawn-confined";

const fixture = shareMedia();
const render = (id: bigint, changes?: Parameters<MediaFixture["run"]>[2]) =>
  fixture.run("media.render-attachment", id, changes);
const isFinished = async (id: bigint) =>
  (await fixture.deps.db.prisma.finishedJob.count({ where: { id } })) === 1;

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
    expect(await isFinished(outboxId)).toBe(true);
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
  // Its decoder is started early, and would answer about a small picture at once.
  ["image", "media.render-attachment", () => makeNoise(1_600, 1_200)],
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

test.each(oneOfEachKind.filter(([kind]) => kind !== "image"))(
  "an ffmpeg that is missing costs retries, also the last one, and the file is not blamed: %s",
  async (kind, job, make) => {
    const { id } = await fixture.upload(await make(), { kind });
    const ffmpeg = join(await temporaryDirectory(), "ffmpeg");
    const tools = { ...fixture.deps.tools, programs: { ffmpeg } };
    for (const [attempt, isLast] of [
      [1, false],
      [3, false],
      [8, true],
    ] as const) {
      const rendered = fixture.run(job, id, { attempt, isLast, deps: { tools } });
      await expect(rendered).rejects.toThrow("ffmpeg cannot be executed: code 127");
    }
    expect(await fixture.attachment(id)).toMatchObject({ processedAt: null });
    await unlessStarved(() => fixture.run(job, id));
    expect(await fixture.attachment(id)).toMatchObject({ processingError: null });
  },
);

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

// Covers docs/reference/media.md: derivatives

import { derivativeKey, type Storage } from "@polls/storage";
import { createLogger } from "@polls/telemetry";
import { makeMedia, makePicture, testPicture, testTone } from "../testing/make-media";
import { type MediaFixture, openMediaFixture } from "../testing/media-fixture";
import { backfill } from "./backfill";

let fixture: MediaFixture;
beforeEach(async () => {
  fixture = await openMediaFixture();
});

const log = createLogger("test", { level: "silent" });
const runs = (changes: Partial<MediaFixture["deps"]> = {}) => {
  const run = backfill({ ...fixture.deps, ...changes }, log);
  return () => run(new AbortController().signal);
};

/** An upload as an earlier release left it: without ThumbHash and medium picture. */
async function earlier(content: Buffer, kind: "image" | "video" | "audio" = "image") {
  const { id, optionId } = await fixture.upload(content, { kind });
  await fixture.run(
    kind === "video" ? "media-slow.transcode-video" : "media.render-attachment",
    id,
  );
  const now = await fixture.attachment(id);
  await fixture.deps.db.prisma.derivative.deleteMany({
    where: { attachmentId: id, name: "medium" },
  });
  await fixture.deps.db.prisma.attachment.update({ where: { id }, data: { thumbhash: null } });
  return { id, optionId, rendered: now };
}

const namesOf = async (id: bigint) =>
  (await fixture.attachment(id))?.derivatives.map(({ name }) => name);

test("completes pictures, videos and covers, and keeps their existing links", async () => {
  const image = await earlier(await makePicture(1_500, 900));
  const film = await earlier(
    await makeMedia(testPicture("64x48", 0.2), ["-c:v", "libx264"], "mp4"),
    "video",
  );
  const run = runs();
  expect(await run()).toBe(2);
  expect(await namesOf(image.id)).toEqual(["large", "medium", "social", "thumb"]);
  expect(await namesOf(film.id)).toEqual(["large", "social", "thumb"]);
  for (const { id, rendered } of [image, film]) {
    const completed = await fixture.attachment(id);
    expect(completed?.thumbhash).toMatch(/^[\w+/]{20,36}=*$/);
    expect(completed?.processedAt).toEqual(rendered?.processedAt);
    const keys = new Set(completed?.derivatives.map(({ storageKey }) => storageKey));
    const kept = rendered?.derivatives.filter(({ name }) => name !== "medium") ?? [];
    for (const { storageKey } of kept) expect(keys).toContain(storageKey);
    for (const key of keys) expect(await fixture.deps.storage.stat(key)).toBeDefined();
  }
  const medium = (await fixture.attachment(image.id))?.derivatives[1];
  expect(medium).toMatchObject({ width: 1_024, height: 614, contentType: "image/webp" });
  expect(await run()).toBe(0);
});

test("audio without a cover, a missing file, or a file that is not a picture does not stop it", async () => {
  const silent = await earlier(await makeMedia(testTone(0.3), [], "mp3"), "audio");
  const [lost, spoiled, whole] = [
    await earlier(await makePicture()),
    await earlier(await makePicture()),
    await earlier(await makePicture()),
  ];
  const largeOf = (row: typeof lost) =>
    row.rendered?.derivatives.find(({ name }) => name === "large")?.storageKey ?? "";
  await fixture.deps.storage.remove(largeOf(lost));
  await fixture.deps.storage.remove(largeOf(spoiled));
  const { Readable } = await import("node:stream");
  await fixture.deps.storage.put(largeOf(spoiled), Readable.from([Buffer.from("no picture")]), {
    contentType: "image/webp",
  });
  const run = runs();
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  expect((await fixture.attachment(whole.id))?.thumbhash).not.toBeNull();
  for (const { id } of [silent, lost, spoiled]) {
    expect(await fixture.attachment(id)).toMatchObject({ thumbhash: null, processingError: null });
  }
});

test("works in batches, and continues where it stopped when the storage was unavailable", async () => {
  const picture = await makePicture();
  for (let n = 0; n < 26; n += 1) await earlier(picture);
  let isAway = true;
  const storage: Storage = {
    ...fixture.deps.storage,
    async open(...args) {
      if (isAway) throw new Error("the storage is away");
      return fixture.deps.storage.open(...args);
    },
  };
  const run = runs({ storage });
  await expect(run()).rejects.toThrow("the storage is away");
  isAway = false;
  expect(await run()).toBe(25);
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
});

test("two workers at the same time complete an upload once", async () => {
  const { id } = await earlier(await makePicture());
  await Promise.all([runs()(), runs()()]);
  expect(await namesOf(id)).toEqual(["large", "medium", "social", "thumb"]);
});

test("an upload that is rotated in the meantime keeps the result of the rotation", async () => {
  const { id, rendered } = await earlier(await makePicture());
  const storage: Storage = {
    ...fixture.deps.storage,
    async put(...args) {
      await fixture.deps.db.prisma.derivative.updateMany({
        where: { attachmentId: id, name: "large" },
        data: {
          storageKey: derivativeKey(rendered?.storageKey ?? "", {
            name: "large",
            sha256: "ab".repeat(32),
            extension: "webp",
          }),
        },
      });
      return fixture.deps.storage.put(...args);
    },
  };
  expect(await runs({ storage })()).toBe(0);
  expect(await fixture.attachment(id)).toMatchObject({ thumbhash: null });
});

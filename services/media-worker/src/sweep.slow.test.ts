// Covers docs/reference/media.md: deleting-files
// Covers docs/reliability.md: storage-failures

import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { derivativeKey, newOriginalKey } from "@polls/storage";
import { makePicture } from "../testing/make-media";
import { type MediaFixture, openMediaFixture } from "../testing/media-fixture";
import { sweepStorage } from "./sweep";

const hour = 3_600_000;
const idle = new AbortController().signal;
let fixture: MediaFixture;
beforeEach(async () => {
  fixture = await openMediaFixture();
});

const deps = () => {
  const { storage, deps: own } = fixture;
  return { ...own, storage, shards: [own.db] };
};

/** Sets the age of stored files. */
async function age(keys: readonly string[], ms: number): Promise<void> {
  const then = new Date(Date.now() - ms);
  for (const key of keys) await utimes(join(fixture.storageDirectory, "files", key), then, then);
}
const put = (key: string) =>
  fixture.deps.storage.put(key, Readable.from([Buffer.from("x")]), { contentType: "text/plain" });

test("removes files without a row after a day, and no others", async () => {
  const { id } = await fixture.upload(await makePicture());
  await fixture.run("media.render-attachment", id);
  const { id: pollId } = await fixture.deps.db.prisma.poll.findFirstOrThrow();
  const data = { pollId, source: "a source", color: "#000000" };
  await fixture.deps.db.prisma.linkPicture.create({ data });
  await fixture.run("media.draw-link-picture", pollId);
  const named = await fixture.storedKeys();
  const stray = [
    newOriginalKey(),
    derivativeKey(newOriginalKey(), { name: "thumb", sha256: "ab".repeat(32), extension: "webp" }),
  ];
  const young = newOriginalKey();
  for (const key of [...stray, young]) await put(key);
  await age([...named, ...stray], 25 * hour);
  await age([young], 23 * hour);

  expect(await sweepStorage(deps(), idle)).toEqual({ files: 2, uploads: 0, foreign: 0 });
  expect(await fixture.storedKeys()).toEqual([...named, young].sort());
  expect(await sweepStorage(deps(), idle)).toEqual({ files: 0, uploads: 0, foreign: 0 });
});

test("sends the deletion of uploads without an option after a day, once", async () => {
  const old = new Date(Date.now() - 25 * hour);
  const lost = await fixture.upload(await makePicture(), { orphaned: true, createdAt: old });
  await fixture.upload(await makePicture(), { orphaned: true });
  await fixture.upload(await makePicture(), { createdAt: old });
  await fixture.upload(await makePicture(), { isCover: true, createdAt: old });

  expect(await sweepStorage(deps(), idle)).toEqual({ files: 0, uploads: 1, foreign: 0 });
  expect(await sweepStorage(deps(), idle)).toEqual({ files: 0, uploads: 0, foreign: 0 });
  const sent = await fixture.deps.db.prisma.outbox.findMany({
    where: { job: "media.delete-attachment" },
  });
  expect(sent.map(({ payload }) => payload)).toEqual([{ attachmentId: String(lost.id) }]);
});

test("removes unfinished files of killed processes after a day", async () => {
  const incoming = join(fixture.storageDirectory, "incoming");
  for (const [name, hours] of Object.entries({ old: 25, young: 23 })) {
    await writeFile(join(incoming, name), "half");
    const then = new Date(Date.now() - hours * hour);
    await utimes(join(incoming, name), then, then);
  }
  await sweepStorage(deps(), idle);
  expect(await readdir(incoming)).toEqual(["young"]);
});

test("sweeps more than one batch", async () => {
  const keys = Array.from({ length: 620 }, newOriginalKey);
  for (const key of keys) await put(key);
  await age(keys, 25 * hour);
  expect(await sweepStorage(deps(), idle)).toEqual({ files: 620, uploads: 0, foreign: 0 });
});

test("passes over foreign names, counts them, and sweeps the rest", async () => {
  const files = join(fixture.storageDirectory, "files");
  const stray = newOriginalKey();
  await put(stray);
  const foreign = [".DS_Store", "Thumbs.db", "desktop.ini", ".nfs000000000000001"];
  for (const name of foreign) await writeFile(join(files, "originals", name), "x");
  await mkdir(join(files, "derivatives/.Trash-1000"), { recursive: true });
  await age([stray, ...foreign.map((name) => `originals/${name}`)], 25 * hour);

  expect(await sweepStorage(deps(), idle)).toEqual({ files: 1, uploads: 0, foreign: 5 });
  expect(
    (await readdir(join(files, "originals"))).filter((name) => foreign.includes(name)),
  ).toEqual(expect.arrayContaining(foreign));
});

test("stops when the signal is aborted", async () => {
  await put(newOriginalKey());
  await expect(sweepStorage(deps(), AbortSignal.abort())).rejects.toThrow();
});

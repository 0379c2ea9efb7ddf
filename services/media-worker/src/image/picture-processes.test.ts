// Covers docs/reference/media.md: broken-files
// Covers docs/reliability.md: confined-decoders

import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { picturesOf } from "@polls/media/derivatives";
import { waitFor } from "@polls/testing";
import { makeNoise, makePicture } from "../../testing/make-media";
import { processesBelow } from "../../testing/processes-below";
import { renderTools } from "../../testing/render-tools";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { type PictureProcesses, pictureProcesses } from "./picture-processes";

const { signal } = new AbortController();
const task = {
  input: "original",
  format: "png",
  names: picturesOf.image,
  rotation: 0,
  maxPixels: 1_000_000,
} as const;

let processes: PictureProcesses;
let root: string;
async function setUp(idleMs: number) {
  const { confinement, pictureLimits: limits } = await renderTools();
  processes = pictureProcesses(confinement, { home: root, limits, maxIdle: 2, idleMs });
}
beforeEach(async () => {
  root = await temporaryDirectory();
  await setUp(60_000);
});
afterEach(() => processes.close());

/** The pictures of a job with its own file. */
async function job(poll: string, { fresh = false, content = makePicture() } = {}) {
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), await content);
  return processes.of({ poll, directory, fresh });
}

/** Opens a picture of a poll in its own job. */
async function open(poll: string, changes?: Parameters<typeof job>[1]) {
  const pictures = await job(poll, changes);
  try {
    return await pictures.open(task, signal);
  } finally {
    pictures.release();
  }
}

const noneLeft = () =>
  waitFor(async () => (await processesBelow(root)).length === 0, {
    what: "the end of all picture processes",
  });

const onLinux = process.platform === "linux" ? describe : describe.skip;

onLinux("a process that opens pictures", () => {
  test("a process stays for the next picture of its poll", async () => {
    expect(await open("1")).toMatchObject({ ok: true });
    const first = await processesBelow(root);
    expect(first).toHaveLength(1);
    expect(await open("1")).toMatchObject({ ok: true });
    expect(await processesBelow(root)).toEqual(first);
  });

  test("a process ends if no other picture arrives", async () => {
    await setUp(50);
    expect(await open("1")).toMatchObject({ ok: true });
    await noneLeft();
  });

  test("an idle process ends when its memory is needed", async () => {
    await open("1");
    const pictures = await job("2");
    pictures.prepare();
    await processes.endIdle();
    expect(await processesBelow(root)).toHaveLength(1);
    pictures.release();
  });

  test("never opens a picture of another poll", async () => {
    await open("1");
    const first = await processesBelow(root);
    await open("2");
    expect(await processesBelow(root)).toEqual([...first, expect.any(Number)]);
  });

  test("opens one picture at a time", async () => {
    const both = await Promise.all([job("1"), job("1")]);
    for (const pictures of both) pictures.prepare();
    await waitFor(async () => (await processesBelow(root)).length === 2, {
      what: "a process for each of two jobs",
    });
    await Promise.all(both.map((pictures) => pictures.open(task, signal)));
    for (const pictures of both) pictures.release();
  });

  test("a process ends after a picture that it cannot decode", async () => {
    const content = Promise.resolve(Buffer.from("this is no PNG"));
    expect(await open("1", { content })).toMatchObject({ ok: false, problem: "broken" });
    await noneLeft();
  });

  test("a job that requests a fresh process gets one", async () => {
    await open("1");
    const first = await processesBelow(root);
    await open("1", { fresh: true });
    expect(await processesBelow(root)).toHaveLength(first.length + 1);
  });

  test("a killed process costs its picture a retry, and the next picture gets another process", async () => {
    await open("1");
    const found = await processesBelow(root);
    expect(found).toHaveLength(1);
    const [pid] = found as [number];
    const pictures = await job("1");
    process.kill(pid, "SIGSTOP");
    const opening = pictures.open(task, signal);
    process.kill(pid, "SIGKILL");
    await expect(opening).rejects.toMatchObject({ name: "DecoderDied" });
    pictures.release();

    expect(await open("1")).toMatchObject({ ok: true });
    expect(await processesBelow(root)).not.toContain(pid);
  });

  test("a process that stands still is told from one that a busy machine keeps waiting", async () => {
    const { confinement, pictureLimits } = await renderTools();
    const limits = { ...pictureLimits, wallMs: 2_000 };
    const own = pictureProcesses(confinement, { home: root, limits, maxIdle: 1 });
    const directory = await mkdtemp(join(root, "job-"));
    const pictures = own.of({ poll: "1", directory, fresh: false });
    pictures.prepare();
    const [pid] = await processesBelow(root);
    if (pid === undefined) throw new Error("no process was started");
    process.kill(pid, "SIGSTOP");
    await expect(pictures.open(task, signal)).rejects.toMatchObject({ name: "DecoderHung" });
    await own.close();
  });

  test("a lack of memory costs a picture a retry, and does not make it broken", async () => {
    const { confinement, pictureLimits } = await renderTools();
    const limits = { ...pictureLimits, memoryBytes: 110 * 1024 * 1024 };
    const own = pictureProcesses(confinement, { home: root, limits, maxIdle: 1 });
    const directory = await mkdtemp(join(root, "job-"));
    const content = makeNoise(4_000, 3_000, { progressive: true });
    await writeFile(join(directory, "original"), await content);
    const opening = own
      .of({ poll: "1", directory, fresh: false })
      .open({ ...task, format: "jpeg", maxPixels: 20_000_000 }, signal);
    await expect(opening).rejects.toMatchObject({ name: "DecoderDied" });
    await own.close();
  });

  test("a process ends when its job is aborted", async () => {
    const pictures = await job("1");
    const stop = new AbortController();
    const opening = pictures.open(task, stop.signal);
    stop.abort(new Error("the lock is lost"));
    await expect(opening).rejects.toThrow("the lock is lost");
    pictures.release();
    await noneLeft();
  });

  test("only a few idle processes stay, and the longest idle one ends", async () => {
    await open("1");
    const [longest] = await processesBelow(root);
    expect(longest).toBeDefined();
    await open("2");
    const later = (await processesBelow(root)).filter((pid) => pid !== longest);
    expect(later).toHaveLength(1);
    await open("3");
    await waitFor(async () => (await processesBelow(root)).length <= 2, {
      what: "the end of the process that waited longest",
    });
    const left = await processesBelow(root);
    expect(left).not.toContain(longest);
    expect(left).toEqual(expect.arrayContaining(later));
  });

  test("all processes end with the worker", async () => {
    await open("1");
    const pictures = await job("2");
    const opening = pictures.open(task, signal);
    await Promise.all([processes.close(), expect(opening).rejects.toThrow()]);
    expect(await processesBelow(root)).toEqual([]);
  });
});

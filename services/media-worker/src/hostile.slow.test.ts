// Covers docs/reliability.md: confined-decoders, hostile-files

import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { exceededCap, formats, inspectMedia } from "@polls/media";
import { foreign, type HostileFile, hostileFiles } from "../testing/hostile-files";
import { makeMedia, testPicture } from "../testing/make-media";
import { renderTools, taskIn } from "../testing/render-tools";
import { temporaryDirectory } from "../testing/temporary-directory";
import { withFileSource } from "./file-source";
import { renderers } from "./processors/render-original";
import type { RenderTools } from "./rendering";

const DECOY = "decoy.ts";
const AT_ONCE = 3;
/** Time limit of pictures. The videos of this corpus are short. */
const LONGEST_MS = 20_000;
/**
 * Maximum number of files in the directory of a job: inputs, outputs, and the stills of a video.
 */
const MOST_FILES = 20;

let tools: RenderTools;
let root: string;
let files: readonly HostileFile[];
let decoy: Buffer;
let trap: Server;
let asked = 0;

beforeAll(async () => {
  tools = await renderTools();
  root = await temporaryDirectory();
  trap = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
  const { port } = trap.address() as AddressInfo;
  decoy = await makeMedia(
    testPicture("64x48", 0.4),
    ["-c:v", "libx264", "-preset", "ultrafast"],
    "ts",
  );
  files = await hostileFiles(DECOY, `127.0.0.1:${port}`);
});

afterAll(async () => {
  await tools.pictures.close();
  await new Promise((resolve) => trap.close(resolve));
});

/** The result for a file in the worker: refused by its header, rendered, or failed. */
async function open({ content, forcedAs }: HostileFile) {
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), content);
  await writeFile(join(directory, DECOY), decoy);
  const inspection = await withFileSource(join(directory, "original"), inspectMedia);
  const media = forcedAs
    ? { ...forcedAs, contentType: formats[forcedAs.format].contentType }
    : inspection.ok
      ? inspection.media
      : undefined;
  if (media === undefined) return { end: "refused", published: [] };
  if (exceededCap(tools.caps, { ...media, byteSize: content.length }, media.kind) !== undefined) {
    return { end: "refused", published: [] };
  }
  const task = taskIn(tools, directory);
  try {
    const rendering = await renderers[media.kind]?.(tools, media, task);
    const { length } = await readdir(directory);
    if (length > MOST_FILES) return { end: `defect: ${length} files`, published: [] };
    if (!rendering?.ok) return { end: "refused", published: [] };
    return {
      end: "shown",
      published: await Promise.all(rendering.files.map(({ path }) => readFile(path))),
    };
  } catch (error) {
    const name = error instanceof Error ? error.name : String(error);
    return { end: name === "DecoderDied" ? "died" : `defect: ${String(error)}`, published: [] };
  } finally {
    task.pictures.release();
  }
}

test("for more than 200 hostile files, each job ends in time, the worker does not crash, and no other file is published", async () => {
  expect(files.length).toBeGreaterThanOrEqual(200);
  const ends = new Map<string, number>();
  const problems: string[] = [];
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const began = performance.now();
      const { end, published } = await open(file);
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (performance.now() - began > LONGEST_MS) problems.push(`${file.name}: too slow`);
      if (end.startsWith("defect")) problems.push(`${file.name}: ${end}`);
      if (file.refused && end !== "refused") problems.push(`${file.name}: ${end}, not refused`);
      for (const stranger of foreign) {
        if (published.some((bytes) => bytes.includes(Buffer.from(stranger, "latin1")))) {
          problems.push(`${file.name}: ${stranger} got out`);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  expect(problems).toEqual([]);
  expect(asked).toBe(0);
  // The corpus is realistic: many of its files reach a decoder and are rendered.
  expect(ends.get("shown") ?? 0).toBeGreaterThan(50);
  expect(ends.get("refused") ?? 0).toBeGreaterThan(80);
  process.stderr.write(`hostile files: ${JSON.stringify(Object.fromEntries(ends))}\n`);
}, 240_000);

test("leaves no file outside of the directories of jobs, and no core dump", async () => {
  for (const name of await readdir(root)) {
    expect((await stat(join(root, name))).isDirectory()).toBe(true);
    expect((await readdir(join(root, name))).filter((file) => file.startsWith("core"))).toEqual([]);
  }
});

test("a program that guesses formats would read the decoy, so the test can fail", async () => {
  const directory = await mkdtemp(join(root, "control-"));
  const steal = files.find(({ name }) => name.startsWith("a playlist of a neighbour's file"));
  await writeFile(join(directory, "steal.m3u8"), steal?.content ?? "");
  await writeFile(join(directory, DECOY), decoy);
  const stolen = await makeMedia(["-i", join(directory, "steal.m3u8")], ["-c:v", "libx264"], "mp4");
  expect(stolen.length).toBeGreaterThan(1_000);
});

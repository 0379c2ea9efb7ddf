import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@polls/devstack/children";
import sharp from "sharp";
import { renderTools } from "./render-tools";

export const makePicture = (width = 320, height = 200, background = "#3060a0"): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** A picture of random pixels, as a JPEG. Neither it nor its derivatives are small. */
export const makeNoise = (
  width: number,
  height: number,
  { progressive = false } = {},
): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 50, progressive })
    .toBuffer();

/** A generated video or audio file. The arguments are those between input and output of ffmpeg. */
export async function makeMedia(
  inputs: readonly string[],
  args: readonly string[],
  extension: string,
): Promise<Buffer> {
  const { programs } = await renderTools();
  const directory = await mkdtemp(join(tmpdir(), "make-media-"));
  try {
    const path = join(directory, `made.${extension}`);
    await run(programs.ffmpeg, ["-nostdin", "-loglevel", "error", ...inputs, ...args, path], {
      cwd: directory,
      timeout: 60_000,
    });
    return await readFile(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Inputs of ffmpeg: a moving test picture, a tone. */
export const testPicture = (size: string, seconds: number) => [
  "-f",
  "lavfi",
  "-i",
  `testsrc2=size=${size}:rate=25:duration=${seconds}`,
];
export const testTone = (seconds: number) => [
  "-f",
  "lavfi",
  "-i",
  `sine=frequency=440:duration=${seconds}`,
];

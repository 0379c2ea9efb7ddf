import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PictureForm } from "@polls/media/derivatives";
import sharp, { type Raw, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { blamesTheMachine, problemIn } from "../complaints";
import { openCard } from "./card";
import { type Decoder, openPicture, type Pixels, TooManyPixels } from "./decode";
import { swapsSides, type Transform, transformOf } from "./orient";
import type { PictureAnswer } from "./picture-answer";
import { type PictureTask, pictureFile } from "./picture-task";
import { type PicturePlan, planPictures, THUMBHASH_SIDE } from "./plan";

interface Encoding {
  readonly transparent: boolean;
  /** Whether the picture has so few pixels that each of them is seen. */
  readonly tiny: boolean;
}

/** Above this number of pixels, lossless files would be large. */
const TINY_PIXELS = 128 * 128;

/**
 * Metadata is dropped by default. WebP keeps transparency. Finer chroma would need too much memory,
 * but for tiny pictures.
 */
const encoders: Readonly<
  Record<PictureForm["contentType"], (image: Sharp, encoding: Encoding) => Sharp>
> = {
  "image/webp": (image, { transparent, tiny }) =>
    image.webp(
      tiny ? { lossless: true, exact: true } : { quality: 80, smartSubsample: !transparent },
    ),
  "image/jpeg": (image, { tiny }) =>
    image
      .flatten({ background: "#ffffff" })
      .jpeg(
        tiny ? { quality: 100, chromaSubsampling: "4:4:4" } : { quality: 82, progressive: true },
      ),
};

/**
 * Creates all pictures of a task from one decoding, and writes them into its directory. A file that
 * cannot be decoded has an answer with its problem. Rejects if the machine is at fault, or if the
 * decoder crashes: the process ends, and another process tries again.
 */
export async function renderPictures(task: PictureTask): Promise<PictureAnswer> {
  const { directory } = task;
  const decoded = await decode(task).catch(problemOf);
  if ("problem" in decoded) return decoded;

  const { upright, plan, working, metadata } = decoded;
  const transparent = isTransparent(working.raw);
  const tiny = upright.width * upright.height <= TINY_PIXELS;
  const draw = async ({ name, contentType, size }: PicturePlan["pictures"][number]) => {
    const image = sharp(working.data, { raw: working.raw }).resize({ ...size, fit: "cover" });
    const content = await encoders[contentType](image, { transparent, tiny }).toBuffer();
    await writeFile(join(directory, pictureFile(name)), content);
    return { name, ...size };
  };
  const pictures = await drawAll(plan.pictures, draw, transparent);
  return {
    ok: true,
    ...upright,
    thumbhash: await thumbhashOf(working),
    ...(metadata === undefined ? {} : { metadata }),
    pictures,
  };
}

async function decode({
  directory,
  input,
  format,
  names,
  rotation,
  orientation,
  maxPixels,
}: PictureTask) {
  const path = join(directory, input);
  const decoder =
    format === "card" ? await openCard(path) : await openPicture(path, format, maxPixels);
  const transform = transformOf(orientation ?? decoder.orientation, rotation);
  const upright = swapsSides(transform) ? transposed(decoder.size) : decoder.size;
  const plan = planPictures(upright, names);
  const working = await decodeOnce(decoder, transform, plan);
  return { upright, plan, working, metadata: decoder.metadata };
}

/** The answer about a file that cannot be decoded. Rethrows every other error. */
function problemOf(error: unknown): Extract<PictureAnswer, { ok: false }> {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof TooManyPixels || detail.includes("exceeds pixel limit")) {
    return { ok: false, problem: "too_large", detail };
  }
  if (!isOfDecoder(error) || blamesTheMachine(detail)) throw error;
  return { ok: false, problem: problemIn(detail), detail };
}

/**
 * Whether an error is the message of a decoder: failed system calls, crashes of libheif and defects
 * have a class or a code.
 */
const isOfDecoder = (error: unknown): boolean =>
  error instanceof Error && error.name === "Error" && !("code" in error);

/** Opaque pictures at once, on two threads; transparent ones, of twice the memory, one by one. */
async function drawAll<Planned, Picture>(
  planned: readonly Planned[],
  draw: (picture: Planned) => Promise<Picture>,
  oneByOne: boolean,
): Promise<Picture[]> {
  if (!oneByOne) return Promise.all(planned.map(draw));
  const drawn: Picture[] = [];
  for (const picture of planned) drawn.push(await draw(picture));
  return drawn;
}

/** The ThumbHash of a picture: about 25 bytes, in base64. */
async function thumbhashOf({ data, raw }: Pixels): Promise<string> {
  const { data: pixels, info } = await sharp(data, { raw })
    .resize({ width: THUMBHASH_SIDE, height: THUMBHASH_SIDE, fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, pixels)).toString("base64");
}

/** With an even number of channels, the last one is transparency. */
const isTransparent = ({ channels }: Raw): boolean => channels % 2 === 0;

/**
 * Decodes to the working size, in sRGB. Turns the small copy at the end: turning first would hold
 * all pixels of the original.
 */
async function decodeOnce(
  { pixels }: Decoder,
  transform: Transform,
  { working }: PicturePlan,
): Promise<Pixels> {
  const stored = swapsSides(transform) ? transposed(working) : working;
  const copy = await pixels(stored, transform);
  if (transform.degrees === 0) return copy;

  const rotated = await sharp(copy.data, { raw: copy.raw })
    .rotate(transform.degrees)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: rotated.data, raw: rawOf(rotated.info) };
}

const rawOf = ({ width, height, channels }: Raw): Raw => ({ width, height, channels });

const transposed = ({ width, height }: { readonly width: number; readonly height: number }) => ({
  width: height,
  height: width,
});

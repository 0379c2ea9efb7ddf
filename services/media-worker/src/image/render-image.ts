import { createReadStream, createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  exceededCap,
  type InspectedMedia,
  inspectMedia,
  maxPixels,
  type Orientation,
} from "@polls/media";
import { type PictureName, pictureForms } from "@polls/media/derivatives";
import { withFileSource } from "../file-source";
import type { Rendering, RenderTask, RenderTools } from "../rendering";
import type { Card } from "./card";
import { decodeJxl } from "./jxl";
import type { Rotation } from "./orient";
import { type PictureTask, pictureFile, pictureFormatOf } from "./picture-task";
import { planPictures } from "./plan";

export interface PictureSource extends Pick<RenderTask, "directory" | "pictures" | "signal"> {
  readonly input: string;
  readonly format: PictureTask["format"];
  readonly names: readonly PictureName[];
  readonly rotation: Rotation;
  readonly orientation?: Orientation;
}

/** Creates pictures when there is memory. */
export const renderWithinMemory = (
  tools: RenderTools,
  media: InspectedMedia,
  source: Omit<PictureSource, "format">,
): Promise<Rendering> =>
  whenThereIsMemory(tools, source, pictureMemory(media, source.names), async () => {
    const found = await pictureOf(tools, media, source);
    return found.ok ? renderImage(tools, { ...source, ...found.picture }) : found;
  });

/** Works with a picture process. If memory is scarce, idle processes end first. */
const whenThereIsMemory = (
  tools: RenderTools,
  { pictures, signal }: Pick<RenderTask, "pictures" | "signal">,
  bytes: number,
  work: () => Promise<Rendering>,
): Promise<Rendering> =>
  tools.pictureMemory.run({
    bytes,
    signal,
    makeRoom() {
      pictures.release();
      return tools.pictures.endIdle();
    },
    work,
  });

/** Opens a file of an upload or an earlier release as carefully as an upload. */
export async function renderPictureFile(
  tools: RenderTools,
  source: Omit<PictureSource, "format">,
): Promise<Rendering> {
  const inspection = await withFileSource(join(source.directory, source.input), inspectMedia);
  if (!inspection.ok) return { ok: false, problem: "broken", detail: inspection.detail };
  const { media } = inspection;
  if (media.kind !== "image" || exceededCap(tools.caps, { ...media, byteSize: 0 }, "image")) {
    return { ok: false, problem: "broken", detail: "The image has an unsupported format" };
  }
  return renderWithinMemory(tools, media, source);
}

const EMBEDDED = "embedded.jpg";

type FoundPicture =
  | { readonly ok: true; readonly picture: Pick<PictureSource, "input" | "format" | "orientation"> }
  | Extract<Rendering, { ok: false }>;

/** The file to open, its format, and its orientation if it is stored in another file. */
async function pictureOf(
  tools: RenderTools,
  { format, embedded }: InspectedMedia,
  source: Omit<PictureSource, "format">,
): Promise<FoundPicture> {
  const { directory, input } = source;
  if (format === "jxl") {
    const decoded = await decodeJxl(tools, source);
    return decoded.ok ? { ok: true, picture: { input: decoded.input, format: "png" } } : decoded;
  }
  if (embedded === undefined) {
    return { ok: true, picture: { input, format: pictureFormatOf(format) } };
  }
  const { start, length, orientation } = embedded;
  const part = createReadStream(join(directory, input), { start, end: start + length - 1 });
  await pipeline(part, createWriteStream(join(directory, EMBEDDED)));
  return { ok: true, picture: { input: EMBEDDED, format: "jpeg", orientation } };
}

/** Creates pictures in a process of the poll. Throws `DecoderDied`. */
export async function renderImage(
  { caps }: Pick<RenderTools, "caps">,
  { directory, pictures, signal, input, format, names, rotation, orientation }: PictureSource,
): Promise<Rendering> {
  // The header check has decided which JPEGs may have more pixels.
  const task = {
    input,
    format,
    names,
    rotation,
    ...(orientation !== undefined && { orientation }),
    maxPixels: maxPixels(caps, format === "jpeg" || undefined),
  };
  const answer = await pictures.open(task, signal);
  if (!answer.ok) return answer;
  const { pictures: made, width, height, thumbhash, metadata } = answer;
  return {
    ok: true,
    width,
    height,
    thumbhash,
    ...(metadata === undefined ? {} : { metadata }),
    files: made.map(({ name, ...size }) => ({
      name,
      contentType: pictureForms[name].contentType,
      extension: pictureForms[name].extension,
      path: join(directory, pictureFile(name)),
      ...size,
    })),
  };
}

const CARD = "card.json";
/** The memory of a picture process that draws and encodes a card (measured). */
const CARD_BYTES = 96 * 1024 * 1024;

/** Draws a card in a picture process, when there is enough memory. Throws like `renderImage`. */
export const renderCard = (
  tools: RenderTools,
  card: Card,
  task: Pick<RenderTask, "directory" | "pictures" | "signal">,
): Promise<Rendering> =>
  whenThereIsMemory(tools, task, CARD_BYTES, async () => {
    await writeFile(join(task.directory, CARD), JSON.stringify(card));
    const source = { ...task, input: CARD, names: ["social"], format: "card" } as const;
    return renderImage(tools, { ...source, rotation: 0 });
  });

const MB = 1024 * 1024;

/** Bytes per pixel. Pictures with transparency are blended with more bits. */
interface Costs {
  /** Of the working copy, while it is created. */
  readonly working: number;
  /** Of the pictures that are encoded concurrently. */
  readonly encoding: number;
  /** Number of pictures that are encoded concurrently. */
  readonly encoders: number;
}

const opaque: Costs = { working: 10, encoding: 18, encoders: 2 };
const transparent: Costs = { working: 14, encoding: 40, encoders: 1 };

/** The working copy in 16 bits, which stays while pictures are encoded (measured). */
const DEEP_COPY = 8;

/** The memory of the process itself. */
const PROCESS_BYTES = 45 * MB;

/**
 * An upper estimate of a picture process's peak memory in bytes, from the header. The picture is
 * decoded into the working copy, then the copy is encoded.
 */
export function pictureMemory(media: InspectedMedia, names: readonly PictureName[]): number {
  const { width = 1, height = 1, heldBytes = 0 } = media;
  const costs = media.transparent === true ? transparent : opaque;
  const { working, pictures } = planPictures({ width, height }, names);
  const sizes = pictures.map(({ size }) => size.width * size.height).sort((a, b) => b - a);
  const encoded = sizes.slice(0, costs.encoders).reduce((sum, size) => sum + size, 0);
  const decoding = heldBytes + working.width * working.height * costs.working;
  const copy = media.deepColors ? working.width * working.height * DEEP_COPY : 0;
  return PROCESS_BYTES + copy + Math.max(decoding, encoded * costs.encoding);
}

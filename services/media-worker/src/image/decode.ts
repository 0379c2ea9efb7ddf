import { appendFile, open } from "node:fs/promises";
import { pictureDecoders, readColors } from "@polls/media";
import { type ImageSize, type Orientation, orientationOf } from "@polls/media/orientation";
import readExif from "exif-reader";
import sharp, { type Metadata, type Raw, type Sharp, type SharpOptions } from "sharp";
import { withFileSource } from "../file-source";
import { conversionOf, convertToSrgb } from "./colors";
import { readHeic } from "./heic";
import type { CameraMetadata } from "./picture-answer";
import type { PictureFormat } from "./picture-task";

/** A picture of which only the header has been read. */
export interface Decoder {
  /** The stored size, without orientation. */
  readonly size: ImageSize;
  readonly orientation: Orientation;
  readonly metadata?: CameraMetadata;
  /** Returns the stored pixels in sRGB, scaled to `wanted`. Call it at most once. */
  readonly pixels: (wanted: ImageSize, changes: { readonly mirrored: boolean }) => Promise<Pixels>;
}

/** Rows of samples of 8 bits. */
export interface Pixels {
  readonly data: Buffer;
  readonly raw: Raw;
}

/** Thrown for a picture with more pixels than a decoder may open. */
export class TooManyPixels extends Error {}

/** What ends a file that ends too early, because the loader fails at the end of a file: libpng reads 8 KiB at once. */
const endings: { readonly [Format in PictureFormat]?: Buffer } = {
  jpeg: Buffer.from([0xff, 0xd9]),
  png: Buffer.alloc(8_192),
};

/**
 * Opens a picture of a known format. Other loaders are off, so that a file cannot select one
 * (docs/reliability.md#confined-decoders).
 */
export async function openPicture(
  path: string,
  format: PictureFormat,
  maxPixels: number,
): Promise<Decoder> {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [pictureDecoders[format].loader] });
  sharp.cache(false);
  sharp.concurrency(1);

  const ending = endings[format];
  if (ending !== undefined) await appendFile(path, ending);
  if (format === "avif" || format === "heic") await presentAsStill(path, format);
  const strict: SharpOptions = {
    // Damage that browsers tolerate is tolerated here (docs/reference/media.md#damaged-pictures).
    failOn: "error",
    limitInputPixels: maxPixels,
    limitInputChannels: 5,
    // Reads row by row, so that a large picture is never completely in memory.
    sequentialRead: true,
    pages: 1,
  };
  const options = { ...strict, ...(mayLackRows(format) && { failOn: "none" as const }) };
  const found = await sharp(path, options).metadata();
  const { width, height, orientation, exif } = found;
  const size = { width, height };
  if (width * height > maxPixels) throw new TooManyPixels(`${width} × ${height} pixels`);
  if (format === "png") await readFirstRow(path, { width, strict });
  const metadata = cameraMetadata(exif);
  const colors = await withFileSource(path, (source) => readColors(source, format));
  const conversion = conversionOf(colors);
  return {
    size,
    orientation: orientationOf(orientation),
    ...(metadata === undefined ? {} : { metadata }),
    async pixels(wanted, { mirrored }) {
      const opened =
        format === "heic"
          ? await openHeic(path, wanted, conversion !== undefined)
          : sharp(path, conversion === undefined ? options : { ...options, ignoreIcc: true });
      const space = format === "heic" ? (await opened.metadata()).space : found.space;
      const scaled = opened.resize({ ...wanted, fit: "fill" }).flop(mirrored);
      if (conversion === undefined) {
        const ready = format === "heic" ? scaled : toSrgb(scaled, found);
        return rawPixels(ready.toColourspace("srgb").raw({ depth: "uchar" }));
      }
      const deep = space === "rgb16" || space === "grey16";
      const { data, raw } = await rawPixels(
        deep
          ? scaled.toColourspace("rgb16").raw({ depth: "ushort" })
          : scaled.toColourspace("srgb").raw({ depth: "uchar" }),
      );
      return { raw, data: convertToSrgb(data, { channels: raw.channels, deep }, conversion) };
    },
  };
}

/** Decoders of these formats fill the rows that a truncated file lacks. */
const mayLackRows = (format: PictureFormat) => format === "png" || format === "gif";

/** Throws if a PNG has not even its first row. Of an interlaced one the whole file is needed for that. */
async function readFirstRow(
  path: string,
  { width, strict }: { readonly width: number; readonly strict: SharpOptions },
): Promise<void> {
  await sharp(path, strict).extract({ left: 0, top: 0, width, height: 1 }).raw().toBuffer();
}

async function rawPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, raw: { width, height, channels } };
}

/** Sets the brand of a still picture: libvips opens no sequences, but they contain one too. */
async function presentAsStill(path: string, brand: "avif" | "heic"): Promise<void> {
  const MAJOR_BRAND = 8;
  const file = await open(path, "r+");
  try {
    await file.write(brand, MAJOR_BRAND, "latin1");
  } finally {
    await file.close();
  }
}

/**
 * Otherwise sharp converts 16-bit pictures with a profile to Display P3 and labels them sRGB, which
 * looks pale.
 */
const toSrgb = (picture: Sharp, { space, hasProfile }: Metadata): Sharp =>
  space === "rgb16" && hasProfile ? picture.withIccProfile("srgb") : picture;

/** By libheif as WebAssembly, a second sandbox: the one in sharp's package has no HEVC. */
async function openHeic(path: string, wanted: ImageSize, keepsDepth: boolean): Promise<Sharp> {
  sharp.unblock({ operation: [pictureDecoders.tiff.loader] });
  return readHeic(path, wanted, keepsDepth);
}

const TEXT_MAX_LENGTH = 100;

/** Reads these fields from Exif data. Undefined if it has none of them, or is broken. */
function cameraMetadata(exif: Buffer | undefined): CameraMetadata | undefined {
  if (exif === undefined) return undefined;
  let read: ReturnType<typeof readExif>;
  try {
    read = readExif(exif);
  } catch {
    return undefined; // a picture with broken metadata is still valid
  }
  const { Image: image = {}, Photo: photo = {} } = read;
  const fields = {
    camera_make: text(image.Make),
    camera_model: text(image.Model),
    lens_model: text(photo.LensModel),
    exposure_time: positive(photo.ExposureTime),
    f_number: positive(photo.FNumber),
    iso: positive(first(photo.ISOSpeedRatings)),
    focal_length: positive(photo.FocalLength),
    taken_at: moment(photo.DateTimeOriginal),
  };
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

function text(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  // Control and formatting characters of uploads must not appear on a page.
  const shown = value.replace(/[\p{C}]/gu, "").trim();
  return shown === "" ? undefined : shown.slice(0, TEXT_MAX_LENGTH);
}

const positive = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;

const moment = (value: unknown): string | undefined =>
  Object.prototype.toString.call(value) === "[object Date]" &&
  !Number.isNaN((value as Date).getTime())
    ? (value as Date).toISOString().slice(0, 19)
    : undefined;

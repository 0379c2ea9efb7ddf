import { appendFile } from "node:fs/promises";
import { type ImageSize, type Orientation, orientationOf } from "@polls/media/orientation";
import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { type CameraMetadata, cameraMetadata } from "./camera-metadata";
import { readHeic } from "./heic";
import type { PictureFormat } from "./picture-task";

/** A picture of which only the header has been read. */
export interface Decoder {
  /** The stored size, without orientation. */
  readonly size: ImageSize;
  readonly orientation: Orientation;
  readonly metadata?: CameraMetadata;
  /** Returns the stored pixels, possibly shrunk to no less than `wanted`. Call it at most once. */
  readonly pixels: (wanted: ImageSize) => Promise<Sharp>;
}

/** Thrown for a picture with more pixels than a decoder may open. */
export class TooManyPixels extends Error {}

/** One loader for each format, so that a file cannot select another one. */
const loaders: Readonly<Record<PictureFormat, string>> = {
  jpeg: "VipsForeignLoadJpeg",
  png: "VipsForeignLoadPng",
  webp: "VipsForeignLoadWebp",
  gif: "VipsForeignLoadNsgif",
  avif: "VipsForeignLoadHeif",
  tiff: "VipsForeignLoadTiff",
  heic: "VipsForeignLoadHeif",
};

/**
 * Appended to a JPEG that ends too early, because the loader fails at the end of a file. Other
 * files never reach it.
 */
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/**
 * Opens a picture of a known format. All other loaders are disabled
 * (docs/reliability.md#confined-decoders).
 */
export async function openPicture(
  path: string,
  format: PictureFormat,
  maxPixels: number,
): Promise<Decoder> {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [loaders[format]] });
  sharp.cache(false);
  sharp.concurrency(1);

  if (format === "jpeg") await appendFile(path, END_OF_IMAGE);
  const options: SharpOptions = {
    // Damage that browsers tolerate is tolerated here (docs/reference/media.md#damaged-pictures).
    failOn: "error",
    limitInputPixels: maxPixels,
    limitInputChannels: 5,
    // Reads row by row, so that a large picture is never completely in memory.
    sequentialRead: true,
    pages: 1,
  };
  const found = await sharp(path, options).metadata();
  const { width, height, orientation, exif } = found;
  const size = { width, height };
  if (width * height > maxPixels) throw new TooManyPixels(`${width} × ${height} pixels`);
  const metadata = cameraMetadata(exif);
  return {
    size,
    orientation: orientationOf(orientation),
    ...(metadata === undefined ? {} : { metadata }),
    pixels: async (wanted) =>
      format === "heic" ? pixelsOfHeic(path, wanted) : toSrgb(sharp(path, options), found),
  };
}

/**
 * Otherwise sharp converts 16-bit pictures with a profile to Display P3 and labels them sRGB, which
 * looks pale.
 */
const toSrgb = (picture: Sharp, { space, hasProfile }: Metadata): Sharp =>
  space === "rgb16" && hasProfile ? picture.withIccProfile("srgb") : picture;

/**
 * Decodes HEIC with libheif as WebAssembly, which is a second sandbox. The decoder in sharp's
 * package has no HEVC.
 */
async function pixelsOfHeic(path: string, wanted: ImageSize): Promise<Sharp> {
  const picture = await readHeic(path, wanted);
  sharp.unblock({ operation: [loaders.tiff] });
  return sharp(picture, { sequentialRead: true });
}

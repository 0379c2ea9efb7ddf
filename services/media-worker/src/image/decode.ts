import { type ImageSize, type Orientation, orientationOf } from "@polls/media/orientation";
import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { type CameraMetadata, cameraMetadata } from "./camera-metadata";
import { readHeic } from "./heic";
import type { PictureFormat } from "./picture-task";

/** A picture whose header is read and whose pixels are not yet. */
export interface Decoder {
  /** As stored: before orientation. */
  readonly size: ImageSize;
  readonly orientation: Orientation;
  readonly metadata?: CameraMetadata;
  /** The pixels, as stored, or shrunk on the way but not below a size; may be called once. */
  readonly pixels: (wanted: ImageSize) => Promise<Sharp>;
}

/** A picture that no decoder may open: too many pixels. */
export class TooManyPixels extends Error {}

const DECODE_SECONDS = 20;

/** One loader for each format: a file cannot choose another one than its first bytes did. */
const loaders: Readonly<Record<PictureFormat, string>> = {
  jpeg: "VipsForeignLoadJpeg",
  png: "VipsForeignLoadPng",
  webp: "VipsForeignLoadWebp",
  gif: "VipsForeignLoadNsgif",
  avif: "VipsForeignLoadHeif",
  tiff: "VipsForeignLoadTiff",
  heic: "VipsForeignLoadHeif",
};

/** Opens a picture of a known format; everything but its loader is shut (reliability §0.11). */
export async function openPicture(
  path: string,
  format: PictureFormat,
  maxPixels: number,
): Promise<Decoder> {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [loaders[format]] });
  sharp.cache(false);
  sharp.concurrency(1);

  const options: SharpOptions = {
    failOn: "warning",
    limitInputPixels: maxPixels,
    limitInputChannels: 5,
    // Row by row: a large picture is never whole in memory.
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
      format === "heic"
        ? pixelsOfHeic(path, wanted)
        : toSrgb(sharp(path, options).timeout({ seconds: DECODE_SECONDS }), found),
  };
}

/** Of 16 bits with a profile sharp makes Display P3 and calls it sRGB, which is pale then. */
const toSrgb = (picture: Sharp, { space, hasProfile }: Metadata): Sharp =>
  space === "rgb16" && hasProfile ? picture.withIccProfile("srgb") : picture;

/** The decoder of sharp's package has no HEVC; libheif's runs as WebAssembly, shut in a second time. */
async function pixelsOfHeic(path: string, wanted: ImageSize): Promise<Sharp> {
  const picture = await readHeic(path, wanted);
  sharp.unblock({ operation: [loaders.tiff] });
  return sharp(picture, { sequentialRead: true });
}

import type { formats, MediaFormat } from "./formats";

type ImageFormat = {
  [Format in MediaFormat]: (typeof formats)[Format]["kind"] extends "image" ? Format : never;
}[MediaFormat];

/** What tells the colors of a picture. The first that a file has counts. */
type ColorSource = "ICC profile" | "CICP" | "`sRGB`" | "`gAMA` with `cHRM`";

/** The program that decodes a format, and what it makes of the file. */
export interface PictureDecoder {
  readonly name: string;
  readonly program: "libvips" | "libvips with libheif" | "libheif" | "ffmpeg, then libvips";
  /** The only loader of libvips that is enabled for a file of this format. */
  readonly loader: string;
  readonly crops: boolean;
  readonly transparency: boolean;
  readonly colors: readonly ColorSource[];
}

const byLibvips = (name: string, loader: string): PictureDecoder => ({
  name,
  program: "libvips",
  loader,
  crops: false,
  transparency: true,
  colors: ["ICC profile"],
});

/** The decoder of every format of pictures (docs/reference/media.md#colors-of-pictures). */
export const pictureDecoders: Readonly<Record<ImageFormat, PictureDecoder>> = {
  jpeg: { ...byLibvips("JPEG", "VipsForeignLoadJpeg"), transparency: false },
  png: {
    ...byLibvips("PNG", "VipsForeignLoadPng"),
    colors: ["CICP", "ICC profile", "`sRGB`", "`gAMA` with `cHRM`"],
  },
  webp: byLibvips("WebP", "VipsForeignLoadWebp"),
  gif: byLibvips("GIF", "VipsForeignLoadNsgif"),
  tiff: byLibvips("TIFF", "VipsForeignLoadTiff"),
  avif: {
    ...byLibvips("AVIF", "VipsForeignLoadHeif"),
    program: "libvips with libheif",
    crops: true,
    colors: ["ICC profile", "CICP"],
  },
  heic: {
    ...byLibvips("HEIC", "VipsForeignLoadHeif"),
    program: "libheif",
    crops: true,
    colors: ["ICC profile", "CICP"],
  },
  jxl: {
    ...byLibvips("JPEG XL", "VipsForeignLoadPng"),
    program: "ffmpeg, then libvips",
    colors: ["ICC profile", "CICP"],
  },
  raw: { ...byLibvips("camera RAW, its JPEG", "VipsForeignLoadJpeg"), transparency: false },
};

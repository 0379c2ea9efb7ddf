import type { MediaKind } from "./formats";
import type { InspectedMedia } from "./inspect-media";

const MB = 1_000_000;

/** Limits for every upload, beside those of its poll (docs/reference/media.md#hard-caps). */
export interface MediaCaps {
  readonly maxBytes: Readonly<Record<MediaKind, number>>;
  readonly imageMaxPixels: number;
  /** Maximum memory of the decoder of an image. With it, the largest picture is decoded alone (docs/adr/0097-the-largest-pictures-are-decoded-alone.md). */
  readonly imageMaxHeldBytes: number;
  readonly videoMaxDurationMs: number;
}

export const defaultCaps: MediaCaps = {
  maxBytes: { image: 50 * MB, video: 1_000 * MB, audio: 200 * MB, file: 50 * MB },
  imageMaxPixels: 100_000_000,
  imageMaxHeldBytes: 500 * MB,
  videoMaxDurationMs: 2 * 3_600_000,
};

export type CapName = "bytes" | "pixels" | "memory" | "duration";

/** An image that is shrunk during decoding, like a baseline JPEG, may have so many times the pixels. */
const SHRINKING = 2;

/** The maximum number of pixels of an image. */
export const maxPixels = (
  { imageMaxPixels }: Pick<MediaCaps, "imageMaxPixels">,
  shrinks: true | undefined,
): number => imageMaxPixels * (shrinks ? SHRINKING : 1);

/** The first hard cap that a file exceeds. `as`: its use, as images may be plain files. */
export function exceededCap(
  caps: MediaCaps,
  file: Pick<InspectedMedia, "width" | "height" | "heldBytes" | "durationMs" | "shrinks"> & {
    readonly byteSize: number;
  },
  as: MediaKind,
): CapName | undefined {
  if (file.byteSize > caps.maxBytes[as]) return "bytes";
  const pixels = (file.width ?? 0) * (file.height ?? 0);
  if (as === "image" && pixels > maxPixels(caps, file.shrinks)) return "pixels";
  if (as === "image" && (file.heldBytes ?? 0) > caps.imageMaxHeldBytes) return "memory";
  if (as === "video" && (file.durationMs ?? 0) > caps.videoMaxDurationMs) return "duration";
  return undefined;
}

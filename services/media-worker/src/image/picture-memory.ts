import type { InspectedMedia } from "@polls/media";
import type { DerivativeName } from "@polls/media/derivatives";
import { planPictures } from "./plan";

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

/** An upper estimate of a picture process's peak memory in bytes, from the header. */
export function pictureMemory(media: InspectedMedia, names: readonly DerivativeName[]): number {
  const { width = 1, height = 1, heldBytes = 0 } = media;
  const costs = media.transparent === true ? transparent : opaque;
  const { working, pictures } = planPictures({ width, height }, names);
  const sizes = pictures.map(({ size }) => size.width * size.height).sort((a, b) => b - a);
  const encoded = sizes.slice(0, costs.encoders).reduce((sum, size) => sum + size, 0);
  const decoding = heldBytes + working.width * working.height * costs.working;
  const copy = media.deepColors ? working.width * working.height * DEEP_COPY : 0;
  return PROCESS_BYTES + copy + Math.max(decoding, encoded * costs.encoding);
}

import type { PictureAnswer } from "./picture-answer";
import type { PictureFormat } from "./picture-task";

/** ProcessLimits after which a picture process ends at its next pause. */
export const LIFE = {
  pictures: 50,
  /** Milliseconds of opening pictures. */
  busyMs: 30_000,
  /** Milliseconds without a picture. */
  idleMs: 1_000,
} as const;

/** Larger pictures leave a process with too much memory. */
const LARGE_PIXELS = 30_000_000;
/** Their decoders do not return their memory. */
const RETAINING_FORMATS: readonly PictureFormat[] = ["heic", "avif"];

export interface Served {
  readonly pictures: number;
  readonly busyMs: number;
}

/** Whether a process may open another picture of its poll, after `format` was the last of `served`. */
export const mayStay = (served: Served, format: PictureFormat, answer: PictureAnswer): boolean =>
  answer.ok &&
  answer.width * answer.height <= LARGE_PIXELS &&
  !RETAINING_FORMATS.includes(format) &&
  served.pictures < LIFE.pictures &&
  served.busyMs < LIFE.busyMs;

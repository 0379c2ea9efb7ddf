import type { PictureAnswer } from "./picture-answer";
import type { PictureTask } from "./picture-task";

/** Limits after which a picture process ends when its picture is finished. */
export const LIFE = {
  pictures: 50,
  busyMs: 30_000,
  idleMs: 1_000,
} as const;

/** After a larger picture, a process holds too much memory. */
const LARGE_PIXELS = 30_000_000;
/** Formats whose decoders do not return their memory. */
const RETAINING_FORMATS: readonly PictureTask["format"][] = ["heic", "avif"];

export interface Served {
  readonly pictures: number;
  readonly busyMs: number;
}

/** Whether a process may open one more picture, after `format`, the last of `served`. */
export const mayStay = (
  served: Served,
  format: PictureTask["format"],
  answer: PictureAnswer,
): boolean =>
  answer.ok &&
  answer.width * answer.height <= LARGE_PIXELS &&
  !RETAINING_FORMATS.includes(format) &&
  served.pictures < LIFE.pictures &&
  served.busyMs < LIFE.busyMs;

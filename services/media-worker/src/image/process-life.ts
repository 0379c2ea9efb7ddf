import type { PictureAnswer } from "./picture-answer";
import type { PictureFormat } from "./picture-task";

/** After so much, and at its next pause, a process that opens pictures is ended. */
export const LIFE = {
  pictures: 50,
  /** Milliseconds of opening pictures. */
  busyMs: 30_000,
  /** Milliseconds it waits for a picture. */
  idleMs: 1_000,
} as const;

/** Larger pictures leave a process that holds more memory than the next one should find taken. */
const HEAVY_PIXELS = 30_000_000;
/** Their decoders do not give back what they took. */
const HEAVY_FORMATS: readonly PictureFormat[] = ["heic", "avif"];

export interface Served {
  readonly pictures: number;
  readonly busyMs: number;
}

/** Whether a process may open another picture of its poll, after this one as its last of `served`. */
export const mayStay = (served: Served, format: PictureFormat, answer: PictureAnswer): boolean =>
  answer.ok &&
  answer.width * answer.height <= HEAVY_PIXELS &&
  !HEAVY_FORMATS.includes(format) &&
  served.pictures < LIFE.pictures &&
  served.busyMs < LIFE.busyMs;

import type { Track } from "./codecs";

/** What the header of a container tells of its video or sound. */
export interface VideoFacts {
  readonly tracks: readonly Track[];
  /** Undefined if only decoding tells, as in live recordings. */
  readonly durationMs?: number;
  /** The displayed size. */
  readonly width?: number;
  readonly height?: number;
}

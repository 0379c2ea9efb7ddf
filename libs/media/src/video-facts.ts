import type { Track } from "./codecs";

/** The facts about video or audio in the header of a container. */
export interface VideoFacts {
  readonly tracks: readonly Track[];
  /** Undefined if only decoding can find out, as in live recordings. */
  readonly durationMs?: number;
  /** The displayed size. */
  readonly width?: number;
  readonly height?: number;
}

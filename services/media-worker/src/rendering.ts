import type { DerivativeName, MediaCaps } from "@polls/media";
import type { Confinement } from "./confined/confinement";
import type { Limits } from "./confined/spawn-confined";
import type { MemoryGate } from "./image/memory-gate";
import type { Rotation } from "./image/orient";
import type { PictureProcesses, Pictures } from "./image/picture-processes";

/** Why an upload has no derivatives (extension `processing_error`, decisions section 11). */
export type ProcessingError =
  /** No decoder can read it, or it is not what it was taken for. */
  | "broken"
  /** More pixels, or a longer film, than is taken. */
  | "too_large"
  /** Its decoder ran out of time or memory, or crashed, each time. */
  | "too_expensive"
  /** The stored file is gone. */
  | "missing";

/** A derivative as a file on this machine, not yet stored. */
export interface RenderedFile {
  readonly name: DerivativeName;
  readonly path: string;
  readonly contentType: string;
  readonly extension: string;
  readonly width?: number;
  readonly height?: number;
}

export type Rendering =
  | {
      readonly ok: true;
      readonly files: readonly RenderedFile[];
      /** The upright size of the original. */
      readonly width?: number;
      readonly height?: number;
      readonly metadata?: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly problem: ProcessingError; readonly detail: string };

/** One file to make derivatives of, in a directory that nobody else uses. */
export interface RenderTask {
  /** The private directory; derivatives are written into it. */
  readonly directory: string;
  /** The original's file name in it. */
  readonly input: string;
  readonly rotation: Rotation;
  /** Where it is opened, if it is a picture or has one. */
  readonly pictures: Pictures;
  readonly signal: AbortSignal;
  /** Told from 0 to 1, at most once a second. */
  readonly onProgress: (progress: number) => Promise<void>;
}

/** What rendering needs of the machine. */
export interface RenderTools {
  readonly confinement: Confinement;
  readonly programs: { readonly ffmpeg: string; readonly ffprobe: string };
  readonly pictures: PictureProcesses;
  readonly pictureLimits: Limits;
  /** Pictures take turns where they would take more together than the worker may. */
  readonly pictureMemory: MemoryGate;
  readonly soundLimits: Limits;
  /** Of a short film; a long one gets more time. */
  readonly filmLimits: Limits;
  readonly caps: MediaCaps;
}

import type { DerivativeName, MediaCaps } from "@polls/media";
import type { Confinement } from "./confined/confinement";
import type { ProcessLimits } from "./confined/spawn-confined";
import type { MemoryLimiter } from "./image/memory-limiter";
import type { Rotation } from "./image/orient";
import type { PictureProcesses, Pictures } from "./image/picture-processes";

/** Why an upload has no derivatives (docs/reference/media.md#broken-files). */
export type ProcessingError =
  /** Its decoder cannot read it, or its content is of another kind. */
  | "broken"
  /** Its codec is not taken, or this machine has no decoder for it. */
  | "unsupported_codec"
  /** More pixels, or a longer video, than the hard caps allow. */
  | "too_large"
  /** Its decoder ran out of time or memory, or crashed, in each run. */
  | "too_expensive"
  /** The stored file is gone. */
  | "missing";

/** A derivative in a file of this machine, before it is stored. */
export interface RenderedFile {
  readonly name: DerivativeName;
  readonly path: string;
  readonly contentType: string;
  readonly extension: string;
  readonly width?: number;
  readonly height?: number;
}

/** What an upload was made into. */
export interface Rendered {
  readonly ok: true;
  readonly files: readonly RenderedFile[];
  /** The upright size of the original. */
  readonly width?: number;
  readonly height?: number;
  /** Of the picture, or of that in it; base64. */
  readonly thumbhash?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export type Rendering =
  | Rendered
  | { readonly ok: false; readonly problem: ProcessingError; readonly detail: string };

/** The ThumbHash of a rendering, to be passed on. */
export const thumbhashIn = ({ thumbhash }: Rendered): Pick<Rendered, "thumbhash"> =>
  thumbhash === undefined ? {} : { thumbhash };

/** One file to render, in a private directory. */
export interface RenderTask {
  /** The private directory; derivatives are written into it. */
  readonly directory: string;
  /** The file name of the original in it. */
  readonly input: string;
  readonly rotation: Rotation;
  /** The processes for its picture, or for the picture in it. */
  readonly pictures: Pictures;
  readonly signal: AbortSignal;
  /** Called with a number from 0 to 1, at most once a second. */
  readonly onProgress: (progress: number) => Promise<void>;
}

/** The tools of this machine for rendering. */
export interface RenderTools {
  readonly confinement: Confinement;
  readonly programs: { readonly ffmpeg: string };
  readonly pictures: PictureProcesses;
  readonly pictureLimits: ProcessLimits;
  /** ProcessLimits the memory of all pictures together. */
  readonly pictureMemory: MemoryLimiter;
  readonly soundLimits: ProcessLimits;
  /** Of a short video; a long one gets more time. */
  readonly videoLimits: ProcessLimits;
  readonly caps: MediaCaps;
}

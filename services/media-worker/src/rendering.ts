import type { DerivativeName, MediaCaps } from "@polls/media";
import type { Confinement } from "./confined/confinement";
import type { ProcessLimits } from "./confined/spawn-confined";
import type { FrameTimesOption } from "./ffmpeg/abilities";
import type { MemoryLimiter } from "./image/memory-limiter";
import type { Rotation } from "./image/orient";
import type { PictureProcesses, Pictures } from "./image/picture-processes";

/** Why an upload has no derivatives (docs/reference/media.md#broken-files). */
export type ProcessingError =
  /** The decoder cannot read it, or its content is of another kind. */
  | "broken"
  /** Its codec is not accepted, or this machine has no decoder for it. */
  | "unsupported_codec"
  /** It has more pixels, or a longer duration, than the hard caps allow. */
  | "too_large"
  /** In each run, its decoder exceeded its processor time or memory, or crashed. */
  | "too_expensive"
  /** In each run, its decoder stood still, or the machine was busy until the last attempt. */
  | "timed_out"
  /** The stored file does not exist. */
  | "missing";

/** A derivative in a local file, before it is stored. */
export interface RenderedFile {
  readonly name: DerivativeName;
  readonly path: string;
  readonly contentType: string;
  readonly extension: string;
  readonly width?: number;
  readonly height?: number;
}

export interface Rendered {
  readonly ok: true;
  readonly files: readonly RenderedFile[];
  /** The upright size of the original. */
  readonly width?: number;
  readonly height?: number;
  /** The ThumbHash of the picture, or of the picture inside the file, in base64. */
  readonly thumbhash?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export type Rendering =
  | Rendered
  | { readonly ok: false; readonly problem: ProcessingError; readonly detail: string };

/** The ThumbHash of a rendering, as a part of another object. */
export const thumbhashIn = ({ thumbhash }: Rendered): Pick<Rendered, "thumbhash"> =>
  thumbhash === undefined ? {} : { thumbhash };

/** One file to render, in a private directory. */
export interface RenderTask {
  /** The private directory. Derivatives are written into it. */
  readonly directory: string;
  readonly input: string;
  readonly rotation: Rotation;
  /** The processes that open its picture, or the picture inside it. */
  readonly pictures: Pictures;
  readonly signal: AbortSignal;
  /** Whether the file is not tried again after this error of a decoder. */
  readonly isFinal: (error: unknown) => boolean;
  /** Called with a number from 0 to 1, at most once a second. */
  readonly onProgress: (progress: number) => Promise<void>;
}

export interface RenderTools {
  readonly confinement: Confinement;
  readonly programs: { readonly ffmpeg: string };
  readonly frameTimes: FrameTimesOption;
  readonly pictures: PictureProcesses;
  readonly pictureLimits: ProcessLimits;
  /** Limits the memory of all pictures together. */
  readonly pictureMemory: MemoryLimiter;
  readonly soundLimits: ProcessLimits;
  /** The limits of a short video. A long video gets more time. */
  readonly videoLimits: ProcessLimits;
  readonly caps: MediaCaps;
}

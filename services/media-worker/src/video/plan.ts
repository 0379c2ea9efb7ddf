import { type ImageSize, isSupported } from "@polls/media";
import { videoForm } from "@polls/media/derivatives";
import type { Probed, ProbedStream } from "../ffmpeg/probe";
import { type Rotation, swapsSides } from "../image/orient";

export interface SourceVideo {
  readonly videoIndex: number;
  /** Absent for a silent video. */
  readonly audioIndex?: number;
  /** The displayed size: rotated, with square pixels. */
  readonly size: ImageSize;
  /** Absent if the container does not contain it. */
  readonly durationMs?: number;
  readonly frameRate?: number;
  /** Whether it has high dynamic range, so that colors must be mapped for ordinary screens. */
  readonly hdr: boolean;
}

/** Whether all video streams, or all audio streams, have codecs that are not accepted. */
export function isUnsupported({ streams }: Probed): boolean {
  return (["video", "audio"] as const).some((kind) => {
    const own = streams.filter((stream) => stream.kind === kind && !stream.isPicture);
    return own.length > 0 && !own.some(({ codec }) => isSupported(kind, codec));
  });
}

/** The streams to convert. Undefined without video of an accepted codec. */
export function videoOf({ streams, durationMs }: Probed): SourceVideo | undefined {
  const video = streams.find(
    ({ kind, isPicture, codec }) => kind === "video" && !isPicture && isSupported(kind, codec),
  );
  if (video === undefined || !video.width || !video.height) return undefined;
  const audio = streams.find(({ kind, codec }) => kind === "audio" && isSupported(kind, codec));
  const { frameRate } = video;
  return {
    videoIndex: video.index,
    ...(audio === undefined ? {} : { audioIndex: audio.index }),
    size: sizeAsSeen(video, video.width, video.height),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(frameRate === undefined ? {} : { frameRate }),
    hdr: video.hdr === true,
  };
}

function sizeAsSeen(
  { pixelAspect = 1, rotation = 0 }: ProbedStream,
  width: number,
  height: number,
): ImageSize {
  const stretched = { width: Math.max(1, Math.round(width * pixelAspect)), height };
  const isRotated = Math.abs(Math.round(rotation / 90)) % 2 === 1;
  return isRotated ? { width: stretched.height, height: stretched.width } : stretched;
}

/** The form of the converted video: at most 1280 px, with sizes that H.264 supports. */
export interface VideoPlan {
  readonly size: ImageSize;
  readonly rotation: Rotation;
  /** Absent means the frame rate of the original. */
  readonly frameRate?: number;
  readonly toneMap: boolean;
}

const FRAME_RATE_MAX = 60;

/** Computes size and frame rate. Nothing is enlarged, except sides below two pixels. */
export function planVideo(
  { size, frameRate = 0, hdr }: SourceVideo,
  rotation: Rotation,
): VideoPlan {
  const rotated = swapsSides({ mirrored: false, degrees: rotation })
    ? { width: size.height, height: size.width }
    : size;
  const scale = Math.min(1, videoForm.longSide / Math.max(rotated.width, rotated.height));
  return {
    size: { width: even(rotated.width * scale), height: even(rotated.height * scale) },
    rotation,
    ...(frameRate > FRAME_RATE_MAX ? { frameRate: FRAME_RATE_MAX } : {}),
    toneMap: hdr,
  };
}

const even = (length: number) => Math.max(2, Math.floor(length / 2) * 2);

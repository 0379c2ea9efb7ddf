import type { ImageSize } from "@polls/media";
import { videoForm } from "@polls/media/derivatives";
import type { Probed, ProbedStream } from "../ffmpeg/probe";
import { type Rotation, swapsSides } from "../image/orient";

/** The streams of a container that are converted. */
export interface SourceVideo {
  readonly videoIndex: number;
  /** Absent: a silent video. */
  readonly audioIndex?: number;
  /** The displayed size: rotated, with square pixels. */
  readonly size: ImageSize;
  /** Absent if the container does not tell. */
  readonly durationMs?: number;
  /** Frames a second; absent if variable. */
  readonly frameRate?: number;
  /** High dynamic range: the colors need mapping for ordinary screens. */
  readonly hdr: boolean;
}

/** The codecs that are taken (docs/reference/media.md#files-taken). */
const VIDEO_CODECS = ["h264", "hevc", "vp8", "vp9", "av1"];
const HDR_TRANSFERS = ["smpte2084", "arib-std-b67"];

/** Chooses picture and sound of a video; undefined without a picture of a codec that is taken. */
export function videoOf({ streams, format }: Probed): SourceVideo | undefined {
  const video = streams.find(
    (stream) =>
      stream.codec_type === "video" &&
      stream.disposition?.attached_pic !== 1 &&
      VIDEO_CODECS.includes(stream.codec_name ?? ""),
  );
  if (video === undefined || !video.width || !video.height) return undefined;
  const audio = streams.find(({ codec_type }) => codec_type === "audio");
  const seconds = format?.duration;
  const frameRate = fraction(video.avg_frame_rate, "/");
  return {
    videoIndex: video.index,
    ...(audio === undefined ? {} : { audioIndex: audio.index }),
    size: sizeAsSeen(video, video.width, video.height),
    ...(seconds !== undefined && seconds > 0 ? { durationMs: Math.round(seconds * 1_000) } : {}),
    ...(frameRate === undefined ? {} : { frameRate }),
    hdr: HDR_TRANSFERS.includes(video.color_transfer ?? ""),
  };
}

function sizeAsSeen(stream: ProbedStream, width: number, height: number): ImageSize {
  const aspect = fraction(stream.sample_aspect_ratio, ":") ?? 1;
  const stretched = { width: Math.max(1, Math.round(width * aspect)), height };
  const matrix = stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation;
  const degrees = matrix ?? Number(stream.tags?.rotate ?? 0);
  const isRotated = Math.abs(Math.round(degrees / 90)) % 2 === 1;
  return isRotated ? { width: stretched.height, height: stretched.width } : stretched;
}

/** A positive fraction like `30000/1001`; undefined for none, and for unrealistic ones. */
function fraction(text: string | undefined, separator: string): number | undefined {
  const [above, below] = (text ?? "").split(separator).map(Number);
  const value = (above ?? Number.NaN) / (below ?? Number.NaN);
  return Number.isFinite(value) && value > 0.001 && value < 100_000 ? value : undefined;
}

/** The form of the converted video: at most 1280 px, and sizes that H.264 can code. */
export interface VideoPlan {
  readonly size: ImageSize;
  readonly rotation: Rotation;
  /** Absent: as in the original. */
  readonly frameRate?: number;
  readonly toneMap: boolean;
}

const FRAME_RATE_MAX = 60;

/** Decides size and frame rate. Nothing is enlarged, except sides below two pixels. */
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

import type { ImageSize } from "@polls/media";
import type { Probed, ProbedStream } from "../ffmpeg/probe";

/** What a film is made from, out of everything its container holds. */
export interface Film {
  readonly videoIndex: number;
  /** Absent: a silent film. */
  readonly audioIndex?: number;
  /** As it is seen: turned, and with square pixels. */
  readonly size: ImageSize;
  /** Absent where the container does not tell. */
  readonly durationMs?: number;
  /** Frames a second; absent where they come as they come. */
  readonly frameRate?: number;
  /** High dynamic range: its colours need mapping to be seen on an ordinary screen. */
  readonly hdr: boolean;
}

/** The codecs that are taken (decisions section 11). */
const VIDEO_CODECS = ["h264", "hevc", "vp8", "vp9", "av1"];
const HDR_TRANSFERS = ["smpte2084", "arib-std-b67"];

/** Chooses picture and sound of a film; undefined where it has no picture of a codec that is taken. */
export function filmOf({ streams, format }: Probed): Film | undefined {
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
  const turned = Math.abs(Math.round(degrees / 90)) % 2 === 1;
  return turned ? { width: stretched.height, height: stretched.width } : stretched;
}

/** A positive fraction like `30000/1001`; undefined for none, and for ones no film has. */
function fraction(text: string | undefined, separator: string): number | undefined {
  const [above, below] = (text ?? "").split(separator).map(Number);
  const value = (above ?? Number.NaN) / (below ?? Number.NaN);
  return Number.isFinite(value) && value > 0.001 && value < 100_000 ? value : undefined;
}

import type { ImageSize } from "@polls/media";
import { videoForm } from "@polls/media/derivatives";
import type { Probed, ProbedStream } from "../ffmpeg/probe";
import { type Rotation, swapsSides } from "../image/orient";

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

/** What the film is turned into (decisions section 11): at most 1280 px, and sizes H.264 can code. */
export interface FilmPlan {
  readonly size: ImageSize;
  readonly rotation: Rotation;
  /** Absent: as in the original. */
  readonly frameRate?: number;
  readonly toneMap: boolean;
}

const FRAME_RATE_MAX = 60;

/** Decides size and pace of the film. Nothing is enlarged, apart from sides shorter than two pixels. */
export function planFilm({ size, frameRate = 0, hdr }: Film, rotation: Rotation): FilmPlan {
  const turned = swapsSides({ mirrored: false, degrees: rotation })
    ? { width: size.height, height: size.width }
    : size;
  const scale = Math.min(1, videoForm.longSide / Math.max(turned.width, turned.height));
  return {
    size: { width: even(turned.width * scale), height: even(turned.height * scale) },
    rotation,
    ...(frameRate > FRAME_RATE_MAX ? { frameRate: FRAME_RATE_MAX } : {}),
    toneMap: hdr,
  };
}

const even = (length: number) => Math.max(2, Math.floor(length / 2) * 2);

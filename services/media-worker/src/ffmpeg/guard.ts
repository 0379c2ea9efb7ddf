import { allowedDecoders, type MediaFormat } from "@polls/media";

/** The only demuxer of a format, and its names in a whitelist. */
interface Demuxer {
  readonly force: string;
  readonly names: string;
  /** Absent means the decoders of all accepted codecs. */
  readonly decoders?: readonly string[];
}

export const JXL_DECODER = "libjxl";

const iso: Demuxer = { force: "mov", names: "mov,mp4,m4a,3gp,3g2,mj2" };
const matroska: Demuxer = { force: "matroska", names: "matroska,webm" };

const demuxers: Readonly<Partial<Record<MediaFormat, Demuxer>>> = {
  mp4: iso,
  mov: iso,
  m4a: iso,
  webm: matroska,
  mkv: matroska,
  mp3: { force: "mp3", names: "mp3" },
  ogg: { force: "ogg", names: "ogg" },
  flac: { force: "flac", names: "flac" },
  wav: { force: "wav", names: "wav" },
  aiff: { force: "aiff", names: "aiff" },
  aac: { force: "aac", names: "aac" },
  avi: { force: "avi", names: "avi" },
  mts: { force: "mpegts", names: "mpegts" },
  weba: matroska,
  mka: matroska,
  jxl: { force: "jpegxl_pipe", names: "jpegxl_pipe", decoders: [JXL_DECODER] },
};

/** More than 8K. A frame is decoded as a whole, so its size determines the memory. */
const FRAME_MAX_PIXELS = 50_000_000;

/** Number of threads of a decoder or encoder. Its memory grows with them. */
export const THREADS = 2;

/**
 * The options before an input (docs/reliability.md#confined-decoders). ffmpeg must never guess the format: it
 * would accept a text with paths of other files as a video, unless the demuxer is forced and all
 * others are forbidden.
 */
export function guardedInput(format: MediaFormat): readonly string[] {
  const demuxer = demuxers[format];
  if (demuxer === undefined) throw new TypeError(`ffmpeg opens no ${format}`);
  return [
    ...["-protocol_whitelist", "file"],
    ...["-format_whitelist", demuxer.names],
    ...["-codec_whitelist", (demuxer.decoders ?? allowedDecoders).join(",")],
    ...["-max_pixels", String(FRAME_MAX_PIXELS)],
    ...["-f", demuxer.force],
  ];
}

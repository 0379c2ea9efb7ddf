import type { Advice } from "./advice";

/** A video or audio codec: its name, and the ffmpeg decoders that may open it. */
interface Codec {
  readonly kind: "video" | "audio";
  readonly name: string;
  readonly decoders: readonly string[];
}

const video = (name: string, ...decoders: readonly string[]): Codec => ({
  kind: "video",
  name,
  decoders,
});
const audio = (name: string, ...decoders: readonly string[]): Codec => ({
  kind: "audio",
  name,
  decoders,
});

const PCM = ["s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be"];
const RARE_PCM = ["f64le", "f64be", "u8", "s8"];
const pcm = Object.fromEntries(
  [...PCM, ...RARE_PCM].map((form) => [`pcm_${form}`, audio("PCM", `pcm_${form}`)]),
);

/**
 * The accepted codecs by their ffmpeg names (docs/reference/media.md#codecs). The gateway refuses
 * others by name, and ffmpeg may use no other decoders.
 */
const codecs: Readonly<Record<string, Codec>> = {
  h264: video("H.264", "h264"),
  hevc: video("HEVC", "hevc"),
  vp8: video("VP8", "vp8", "libvpx"),
  vp9: video("VP9", "vp9", "libvpx-vp9"),
  av1: video("AV1", "libdav1d", "libaom-av1", "av1"),
  mpeg1video: video("MPEG-1", "mpeg1video"),
  mpeg2video: video("MPEG-2", "mpeg2video"),
  mpeg4: video("MPEG-4 ASP", "mpeg4"),
  msmpeg4v1: video("MS MPEG-4", "msmpeg4v1"),
  msmpeg4v2: video("MS MPEG-4", "msmpeg4v2"),
  msmpeg4v3: video("MS MPEG-4", "msmpeg4"),
  h263: video("H.263", "h263"),
  prores: video("ProRes", "prores"),
  dnxhd: video("DNxHR", "dnxhd"),
  cfhd: video("CineForm", "cfhd"),
  dvvideo: video("DV", "dvvideo"),
  mjpeg: video("Motion JPEG", "mjpeg"),
  mjpegb: video("Motion JPEG", "mjpegb"),
  theora: video("Theora", "theora"),
  ffv1: video("FFV1", "ffv1"),
  huffyuv: video("HuffYUV", "huffyuv"),
  ffvhuff: video("HuffYUV", "ffvhuff"),
  wmv1: video("WMV", "wmv1"),
  wmv2: video("WMV", "wmv2"),
  wmv3: video("WMV", "wmv3"),
  vc1: video("VC-1", "vc1"),
  svq1: video("Sorenson", "svq1"),
  svq3: video("Sorenson", "svq3"),
  cinepak: video("Cinepak", "cinepak"),
  qtrle: video("QuickTime Animation", "qtrle"),
  rawvideo: video("raw video", "rawvideo"),
  aac: audio("AAC", "aac"),
  mp2: audio("MP2", "mp2", "mp2float"),
  mp3: audio("MP3", "mp3float", "mp3"),
  opus: audio("Opus", "opus", "libopus"),
  vorbis: audio("Vorbis", "vorbis", "libvorbis"),
  flac: audio("FLAC", "flac"),
  alac: audio("Apple Lossless", "alac"),
  ac3: audio("AC-3", "ac3"),
  eac3: audio("E-AC-3", "eac3"),
  dts: audio("DTS", "dca"),
  truehd: audio("TrueHD", "truehd"),
  amr_nb: audio("AMR", "amrnb", "libopencore_amrnb"),
  amr_wb: audio("AMR", "amrwb", "libopencore_amrwb"),
  pcm_mulaw: audio("µ-law", "pcm_mulaw"),
  pcm_alaw: audio("A-law", "pcm_alaw"),
  pcm_bluray: audio("PCM", "pcm_bluray"),
  adpcm_ms: audio("ADPCM", "adpcm_ms"),
  adpcm_ima_wav: audio("ADPCM", "adpcm_ima_wav"),
  adpcm_ima_qt: audio("ADPCM", "adpcm_ima_qt"),
  wmav1: audio("WMA", "wmav1"),
  wmav2: audio("WMA", "wmav2"),
  ...pcm,
};

/** Every accepted codec: its ffmpeg name and its decoders. Any one of them is sufficient. */
export const supportedCodecs: readonly (Codec & { readonly codec: string })[] = Object.entries(
  codecs,
).map(([codec, facts]) => ({ codec, ...facts }));

/** Whether a codec is accepted, by its ffmpeg name. */
export const isSupported = (kind: Codec["kind"], codec: string): boolean =>
  Object.hasOwn(codecs, codec) && codecs[codec]?.kind === kind;

/** Names of codecs that occur in containers and are not accepted. */
const unsupportedCodecs: Readonly<Record<string, string>> = {
  aprn: "ProRes RAW",
  aprh: "ProRes RAW",
  encv: "Encrypted video",
  drmi: "Encrypted video",
  enca: "Encrypted sound",
  drms: "Encrypted sound",
  aavd: "Encrypted sound",
  apac: "Apple Positional Audio",
  "ac-4": "AC-4",
  mha1: "MPEG-H Audio",
  mhm1: "MPEG-H Audio",
  vvc1: "VVC",
  vvi1: "VVC",
  iv31: "Indeo",
  iv32: "Indeo",
  iv41: "Indeo",
  iv50: "Indeo",
  msvc: "Microsoft Video 1",
  cram: "Microsoft Video 1",
  rpza: "Apple Video",
  "smc ": "Apple Graphics",
  tscc: "TechSmith Screen Capture",
  ulrg: "Ut Video",
  uly0: "Ut Video",
  uly2: "Ut Video",
  lags: "Lagarith",
  mac3: "MACE",
  mac6: "MACE",
  qdm2: "QDesign Music",
  qclp: "QCELP",
  "0031": "GSM",
  "0042": "G.723.1",
  "0040": "G.726",
  "0045": "G.726",
  "0162": "WMA Professional",
  "0163": "WMA Lossless",
  "000a": "WMA Voice",
  a109: "Speex",
  a_tta1: "TTA",
  a_wavpack4: "WavPack",
  "a_real/cook": "RealAudio",
  "v_real/rv30": "RealVideo",
  "v_real/rv40": "RealVideo",
};

/** The registries of identifiers of codecs. Those of `wav` and `transport` are in hexadecimal. */
type Registry =
  | "fourcc"
  | "matroska"
  /** `wFormatTag`. */
  | "wav"
  /** The stream type of an MPEG transport stream. */
  | "transport";

/** Prefixes of identifiers of accepted codecs, in lower case. */
const identifiers: Readonly<Record<string, Readonly<Partial<Record<Registry, string>>>>> = {
  h264: { fourcc: "avc1 avc3 h264 x264 davc", matroska: "v_mpeg4/iso/avc", transport: "1b" },
  hevc: { fourcc: "hvc1 hev1 dvh1 dvhe hevc h265", matroska: "v_mpegh/iso/hevc", transport: "24" },
  vp8: { fourcc: "vp08 vp80", matroska: "v_vp8" },
  vp9: { fourcc: "vp09 vp90", matroska: "v_vp9" },
  av1: { fourcc: "av01", matroska: "v_av1" },
  mpeg1video: { fourcc: "mpg1 m1v1 mpeg", matroska: "v_mpeg1", transport: "01" },
  mpeg2video: {
    fourcc: "m2v1 mpg2 mx5 mx4 mx3 hdv xdv xd5 xd4 xd2",
    matroska: "v_mpeg2",
    transport: "02",
  },
  mpeg4: {
    fourcc: "mp4v xvid divx dx50 fmp4 3iv2 rmp4 mp4s m4s2",
    matroska: "v_mpeg4/iso/",
    transport: "10",
  },
  msmpeg4v1: { fourcc: "mpg4 mp41 div1" },
  msmpeg4v2: { fourcc: "mp42 div2" },
  msmpeg4v3: {
    fourcc: "div3 div4 div5 div6 mp43 mpg3 dvx3 ap41 col0 col1",
    matroska: "v_mpeg4/ms/v3",
  },
  h263: { fourcc: "s263 h263 u263" },
  prores: { fourcc: "apch apcn apcs apco ap4h ap4x", matroska: "v_prores" },
  dnxhd: { fourcc: "avdn avdh" },
  cfhd: { fourcc: "cfhd" },
  dvvideo: { fourcc: "dvc dv5 dvh dvsd dvsl dv25 dvpp dvcp" },
  mjpeg: { fourcc: "mjpg jpeg mjpa avdj dmb1", matroska: "v_mjpeg" },
  mjpegb: { fourcc: "mjpb" },
  theora: { fourcc: "theo", matroska: "v_theora" },
  ffv1: { fourcc: "ffv1", matroska: "v_ffv1" },
  huffyuv: { fourcc: "hfyu" },
  ffvhuff: { fourcc: "ffvh" },
  wmv1: { fourcc: "wmv1" },
  wmv2: { fourcc: "wmv2" },
  wmv3: { fourcc: "wmv3" },
  vc1: { fourcc: "wvc1 vc-1", transport: "ea" },
  svq1: { fourcc: "svq1" },
  svq3: { fourcc: "svq3" },
  cinepak: { fourcc: "cvid" },
  qtrle: { fourcc: "rle" },
  rawvideo: {
    fourcc: "raw 2vuy yuv2 yuy2 uyvy i420 yv12 v308 \0\0\0\0",
    matroska: "v_uncompressed",
  },
  aac: { fourcc: "mp4a", matroska: "a_aac", wav: "00ff 1600 1610", transport: "0f" },
  mp2: { matroska: "a_mpeg/l2 a_mpeg/l1", wav: "0050", transport: "03 04" },
  mp3: { fourcc: ".mp3", matroska: "a_mpeg/l3", wav: "0055" },
  opus: { fourcc: "opus", matroska: "a_opus", wav: "704f" },
  vorbis: { matroska: "a_vorbis" },
  flac: { fourcc: "flac", matroska: "a_flac", wav: "f1ac" },
  alac: { fourcc: "alac", matroska: "a_alac" },
  ac3: { fourcc: "ac-3 sac3", matroska: "a_ac3", wav: "2000", transport: "81" },
  eac3: { fourcc: "ec-3", matroska: "a_eac3", transport: "84 87" },
  dts: { fourcc: "dts", matroska: "a_dts", wav: "2001", transport: "82 85 86" },
  truehd: { fourcc: "mlpa", matroska: "a_truehd a_mlp", transport: "83" },
  amr_nb: { fourcc: "samr" },
  amr_wb: { fourcc: "sawb" },
  pcm_mulaw: { fourcc: "ulaw", wav: "0007" },
  pcm_alaw: { fourcc: "alaw", wav: "0006" },
  pcm_bluray: { transport: "80" },
  adpcm_ms: { wav: "0002" },
  adpcm_ima_wav: { wav: "0011" },
  adpcm_ima_qt: { fourcc: "ima4" },
  wmav1: { wav: "0160" },
  wmav2: { wav: "0161" },
  pcm_s16le: {
    fourcc: "sowt twos lpcm ipcm fpcm in24 in32 fl32 fl64 none",
    matroska: "a_pcm/",
    wav: "0001",
  },
  pcm_f32le: { wav: "0003" },
};

/** A video or audio track of a container, as far as its header describes it. */
export interface Track {
  readonly kind: Codec["kind"];
  /** The identifier of its codec, and its registry. Absent if only a decoder can find out. */
  readonly codec?: { readonly of: Registry; readonly id: string };
}

/** Thrown for a format or codec that is not accepted. The message is its name. */
export class Unsupported extends Error {
  constructor(
    name: string,
    readonly advice: Advice,
  ) {
    super(name);
    this.name = "Unsupported";
  }
}

const otherCodec: Advice = [
  ["video", "convert it to MP4 with H.264 and AAC"],
  ["audio", "convert it to MP3"],
];

/** Throws `Unsupported` if all video tracks, or all audio tracks, have codecs that are not accepted. */
export function requireSupported(tracks: readonly Track[]): void {
  for (const kind of ["video", "audio"] as const) {
    const own = tracks.filter((track) => track.kind === kind);
    const refused = own.map(refusedName);
    const [first] = refused;
    if (first !== undefined && !refused.includes(undefined)) {
      throw new Unsupported(first, otherCodec);
    }
  }
}

/** A codec that is not accepted. Undefined if it is, or if only a decoder can tell. */
function refusedName({ codec }: Track): string | undefined {
  if (codec === undefined) return undefined;
  const id = codec.id.toLowerCase();
  const known = Object.values(identifiers).some(({ [codec.of]: ids }) =>
    ids?.split(" ").some((one) => id.startsWith(one)),
  );
  if (known) return undefined;
  const shown = codec.id.replace(/[^\x20-\x7e]/g, "").trim();
  return (
    (Object.hasOwn(unsupportedCodecs, id) && unsupportedCodecs[id]) ||
    `The codec ${JSON.stringify(shown)}`
  );
}

/** The decoders that ffmpeg may use: those of all accepted codecs, and those of cover art. */
export const allowedDecoders: readonly string[] = [
  ...new Set([...Object.values(codecs).flatMap(({ decoders }) => decoders), "png"]),
];

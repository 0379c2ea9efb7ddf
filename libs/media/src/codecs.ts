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

/** Further prefixes of identifiers of accepted codecs, in lower case. */
type Identifiers = readonly (readonly [codec: string, ids: string])[];

const fourccs: Identifiers = [
  ["h264", "avc1 avc3 h264 x264 davc"],
  ["hevc", "hvc1 hev1 dvh1 dvhe hevc h265"],
  ["vp8", "vp08 vp80"],
  ["vp9", "vp09 vp90"],
  ["av1", "av01"],
  ["prores", "apch apcn apcs apco ap4h ap4x"],
  ["dnxhd", "avdn avdh"],
  ["cfhd", "cfhd"],
  ["mpeg4", "mp4v xvid divx dx50 fmp4 3iv2 rmp4 mp4s m4s2"],
  ["msmpeg4v3", "div3 div4 div5 div6 mp43 mpg3 dvx3 ap41 col0 col1"],
  ["msmpeg4v2", "mp42 div2"],
  ["msmpeg4v1", "mpg4 mp41 div1"],
  ["mjpeg", "mjpg jpeg mjpa avdj dmb1"],
  ["mjpegb", "mjpb"],
  ["h263", "s263 h263 u263"],
  ["mpeg2video", "m2v1 mpg2 mx5 mx4 mx3 hdv xdv xd5 xd4 xd2"],
  ["mpeg1video", "mpg1 m1v1 mpeg"],
  ["dvvideo", "dvc dv5 dvh dvsd dvsl dv25 dvpp dvcp"],
  ["svq1", "svq1"],
  ["svq3", "svq3"],
  ["cinepak", "cvid"],
  ["ffv1", "ffv1"],
  ["huffyuv", "hfyu"],
  ["ffvhuff", "ffvh"],
  ["wmv1", "wmv1"],
  ["wmv2", "wmv2"],
  ["wmv3", "wmv3"],
  ["vc1", "wvc1 vc-1"],
  ["theora", "theo"],
  ["qtrle", "rle"],
  ["rawvideo", "raw 2vuy yuv2 yuy2 uyvy i420 yv12 v308 \0\0\0\0"],
  ["aac", "mp4a"],
  ["alac", "alac"],
  ["mp3", ".mp3"],
  ["ac3", "ac-3 sac3"],
  ["eac3", "ec-3"],
  ["opus", "opus"],
  ["flac", "flac"],
  ["dts", "dts"],
  ["truehd", "mlpa"],
  ["amr_nb", "samr"],
  ["amr_wb", "sawb"],
  ["pcm_mulaw", "ulaw"],
  ["pcm_alaw", "alaw"],
  ["pcm_s16le", "sowt twos lpcm ipcm fpcm in24 in32 fl32 fl64 none"],
  ["adpcm_ima_qt", "ima4"],
];

const matroskaIds: Identifiers = [
  ["h264", "v_mpeg4/iso/avc"],
  ["hevc", "v_mpegh/iso/hevc"],
  ["vp8", "v_vp8"],
  ["vp9", "v_vp9"],
  ["av1", "v_av1"],
  ["mpeg4", "v_mpeg4/iso/"],
  ["msmpeg4v3", "v_mpeg4/ms/v3"],
  ["mpeg1video", "v_mpeg1"],
  ["mpeg2video", "v_mpeg2"],
  ["prores", "v_prores"],
  ["mjpeg", "v_mjpeg"],
  ["theora", "v_theora"],
  ["ffv1", "v_ffv1"],
  ["rawvideo", "v_uncompressed"],
  ["aac", "a_aac"],
  ["mp3", "a_mpeg/l3"],
  ["mp2", "a_mpeg/l2 a_mpeg/l1"],
  ["opus", "a_opus"],
  ["vorbis", "a_vorbis"],
  ["flac", "a_flac"],
  ["alac", "a_alac"],
  ["ac3", "a_ac3"],
  ["eac3", "a_eac3"],
  ["dts", "a_dts"],
  ["truehd", "a_truehd a_mlp"],
  ["pcm_s16le", "a_pcm/"],
];

/** Values of `wFormatTag`, in hexadecimal. */
const wavTags: Identifiers = [
  ["pcm_s16le", "0001"],
  ["adpcm_ms", "0002"],
  ["pcm_f32le", "0003"],
  ["pcm_alaw", "0006"],
  ["pcm_mulaw", "0007"],
  ["adpcm_ima_wav", "0011"],
  ["mp2", "0050"],
  ["mp3", "0055"],
  ["aac", "00ff 1600 1610"],
  ["wmav1", "0160"],
  ["wmav2", "0161"],
  ["ac3", "2000"],
  ["dts", "2001"],
  ["opus", "704f"],
  ["flac", "f1ac"],
];

/** Stream types of MPEG transport streams, in hexadecimal. */
const transportTypes: Identifiers = [
  ["mpeg1video", "01"],
  ["mpeg2video", "02"],
  ["mpeg4", "10"],
  ["h264", "1b"],
  ["hevc", "24"],
  ["vc1", "ea"],
  ["mp2", "03 04"],
  ["aac", "0f"],
  ["pcm_bluray", "80"],
  ["ac3", "81"],
  ["dts", "82 85 86"],
  ["truehd", "83"],
  ["eac3", "84 87"],
];

const identifiers = {
  fourcc: fourccs,
  matroska: matroskaIds,
  wav: wavTags,
  transport: transportTypes,
} as const;

/** A video or audio track of a container, as far as its header describes it. */
export interface Track {
  readonly kind: Codec["kind"];
  /** The identifier of its codec, and its registry. Absent if only a decoder can find out. */
  readonly codec?: { readonly of: keyof typeof identifiers; readonly id: string };
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

/**
 * Throws `Unsupported` if all video tracks, or all audio tracks, have codecs that are not accepted.
 */
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
  const known = identifiers[codec.of].some(([, ids]) =>
    ids.split(" ").some((one) => id.startsWith(one)),
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

import type { Advice } from "./advice";
import {
  checkAiffHeader,
  checkFlacHeader,
  checkOggHeader,
  checkWavHeader,
  readTaggedSound,
} from "./audio-header";
import { readAviHeader } from "./avi-header";
import { BrokenFile, type ByteSource, readExactly, readInBlocks, textAt } from "./byte-source";
import { requireSupported, Unsupported } from "./codecs";
import { SNIFF_BYTES } from "./first-bytes";
import { nameForeignFormat } from "./foreign-formats";
import { formats, type MediaFormat, type MediaKind } from "./formats";
import { avifHeader } from "./image-headers/avif";
import type { EmbeddedPicture } from "./image-headers/embedded-jpeg";
import { gifHeader } from "./image-headers/gif";
import { heicHeader } from "./image-headers/heic";
import { jpegHeader } from "./image-headers/jpeg";
import { jxlHeader } from "./image-headers/jxl";
import { pngHeader } from "./image-headers/png";
import { rawInTiff, rawOfCanon, rawOfFuji, rawOfSigma } from "./image-headers/raw";
import { tiffHeader } from "./image-headers/tiff";
import { webpHeader } from "./image-headers/webp";
import { readMatroskaHeader } from "./matroska-header";
import { readMp4Header } from "./mp4-header";
import { sniffFormat } from "./sniff";
import { readTransportHeader } from "./transport-header";
import type { VideoFacts } from "./video-facts";

/** The facts about a file that are known without decoding it. */
export interface InspectedMedia {
  readonly kind: MediaKind;
  readonly format: MediaFormat;
  readonly contentType: string;
  /** The displayed size in pixels, for every image, and for videos whose header has it. */
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  /** For images: what the decoder holds at most, and whether pixels may be transparent. */
  readonly heldBytes?: number;
  readonly transparent?: boolean;
  /** For images: whether colors are converted from samples of 16 bits, which need more memory. */
  readonly deepColors?: true;
  /** For images: whether the decoder shrinks the image while reading, as for baseline JPEG. */
  readonly shrinks?: true;
  /** For camera RAW files: the embedded full-size JPEG, which is shown. */
  readonly embedded?: EmbeddedPicture;
}

export type Inspection =
  | { readonly ok: true; readonly media: InspectedMedia }
  /** `unknown` is not an accepted format. `broken` is an accepted format with an invalid header. */
  | { readonly ok: false; readonly problem: "unknown" | "broken"; readonly detail: string }
  /** A known format or codec that is not accepted. `detail` is its name. */
  | {
      readonly ok: false;
      readonly problem: "unsupported";
      readonly detail: string;
      readonly advice: Advice;
    };

type MediaFacts = Omit<InspectedMedia, "kind" | "format" | "contentType"> & {
  /** If the header shows another format than the first bytes, as in an mp4 without video. */
  readonly format?: MediaFormat;
};

const readers: { readonly [Format in MediaFormat]: (source: ByteSource) => Promise<MediaFacts> } = {
  jpeg: jpegHeader,
  png: pngHeader,
  webp: webpHeader,
  gif: gifHeader,
  avif: avifHeader,
  tiff: async (source) => (await rawInTiff(source)) ?? tiffHeader(source),
  raw: readRaw,
  heic: heicHeader,
  jxl: jxlHeader,
  mp4: readContainer(readMp4Header, "m4a"),
  mov: readContainer(readMp4Header, "m4a"),
  m4a: readContainer(readMp4Header, "m4a"),
  webm: readContainer(readMatroskaHeader, "weba"),
  mkv: readContainer(readMatroskaHeader, "mka"),
  weba: readContainer(readMatroskaHeader, "weba"),
  mka: readContainer(readMatroskaHeader, "mka"),
  avi: readContainer(readAviHeader, { unsupported: "An AVI with sound alone" }),
  mts: readContainer(readTransportHeader, {
    unsupported: "An MPEG transport stream with sound alone",
  }),
  mp3: readFrames,
  aac: readFrames,
  ogg: checked(checkOggHeader),
  flac: checked(checkFlacHeader),
  wav: checked(checkWavHeader),
  aiff: checked(checkAiffHeader),
  pdf: async () => ({}),
};

/**
 * Reads kind, format, size and duration of a file from a few blocks of 64 kB, and decodes nothing
 * (docs/reference/media.md#checks-before-201). Rethrows errors of the source.
 */
export async function inspectMedia(source: ByteSource): Promise<Inspection> {
  const blocks = readInBlocks(source);
  const head = await blocks.read(0, SNIFF_BYTES);
  const foreign = nameForeignFormat(head);
  if (foreign !== undefined) return { ok: false, problem: "unsupported", ...foreign };
  const sniffed = sniffFormat(head);
  if (sniffed === undefined) {
    return { ok: false, problem: "unknown", detail: "The content has an unsupported format" };
  }
  try {
    const { format = sniffed, ...facts } = await readers[sniffed](blocks);
    const { kind, contentType } = formats[format];
    if (kind === "image" && !(facts.width && facts.height)) throw new BrokenFile("It has no size");
    return { ok: true, media: { kind, format, contentType, ...facts } };
  } catch (error) {
    if (error instanceof Unsupported) {
      const { message: detail, advice } = error;
      return { ok: false, problem: "unsupported", detail, advice };
    }
    if (error instanceof BrokenFile || error instanceof RangeError) {
      return { ok: false, problem: "broken", detail: error.message };
    }
    throw error;
  }
}

const soundToConvert: Advice = [["audio", "convert it to MP3"]];

/** Reads the header of a container. A container without video has another format, or is refused. */
function readContainer(
  read: (source: ByteSource) => Promise<VideoFacts>,
  soundAlone: MediaFormat | { readonly unsupported: string },
) {
  return async (source: ByteSource): Promise<MediaFacts> => {
    const { tracks, ...facts } = await read(source);
    requireSupported(tracks);
    if (tracks.some(({ kind }) => kind === "video")) return facts;
    if (tracks.length === 0) throw new BrokenFile("The file has neither picture nor sound");
    if (typeof soundAlone !== "string") {
      throw new Unsupported(soundAlone.unsupported, soundToConvert);
    }
    return { format: soundAlone, ...facts };
  };
}

/** Reads a camera RAW file that has a format of its own. */
async function readRaw(source: ByteSource): Promise<MediaFacts> {
  const head = await readExactly(source, 0, 12);
  if (textAt(head, 0, 8) === "FUJIFILM") return rawOfFuji(source);
  if (textAt(head, 0, 4) === "FOVb") return rawOfSigma(source);
  if (textAt(head, 4, 8) === "ftypcrx ") return rawOfCanon(source);
  const found = await rawInTiff(source);
  if (found === undefined) throw new BrokenFile("The RAW file has no picture");
  return found;
}

async function readFrames(source: ByteSource): Promise<MediaFacts> {
  return { format: await readTaggedSound(source) };
}

function checked(check: (source: ByteSource) => Promise<void>) {
  return async (source: ByteSource): Promise<MediaFacts> => {
    await check(source);
    return {};
  };
}

import { formatOfContentType, formats, type MediaFormat } from "@polls/media";

/** Other common extensions of a format. */
const otherExtensions: Partial<Record<MediaFormat, readonly string[]>> = {
  jpeg: ["jpeg", "jpe", "jfif", "mpo"],
  png: ["apng"],
  avif: ["avifs"],
  tiff: ["tif"],
  heic: ["heif", "hif", "heics"],
  raw: [
    "tif",
    "dng",
    "nef",
    "nrw",
    "cr2",
    "arw",
    "orf",
    "rw2",
    "pef",
    "raf",
    "srw",
    "dcr",
    "erf",
    "3fr",
    "iiq",
    "cr3",
    "x3f",
    "rwl",
    "mef",
    "mos",
    "kdc",
    "sr2",
    "gpr",
    "fff",
  ],
  mp4: ["m4v", "3gp", "3g2"],
  mov: ["qt"],
  avi: ["divx"],
  mp3: ["mp2", "mpga"],
  m4a: ["m4b", "m4r", "mp4", "3gp", "mov"],
  weba: ["webm"],
  mka: ["mkv"],
  ogg: ["oga", "opus"],
  mts: ["m2ts", "ts", "m2t"],
  aiff: ["aif", "aifc"],
  wav: ["rf64", "wave", "bwf"],
};

/**
 * The name under which an original is downloaded. It ends with an extension of the file's actual
 * format.
 */
export function originalName(fileName: string | undefined, contentType: string): string {
  const format = formatOfContentType(contentType);
  const extension = format === undefined ? "bin" : formats[format].extension;
  // Windows removes trailing dots and spaces.
  const name = (fileName ?? "original").replace(/[. ]+$/, "");
  const given = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  const usual = [extension, ...((format && otherExtensions[format]) ?? [])];
  return given !== undefined && usual.includes(given) ? name : `${name}.${extension}`;
}

import { formatOfContentType, formats, type MediaFormat } from "@polls/media";

/** Other common extensions of a format. */
const otherExtensions: Partial<Record<MediaFormat, readonly string[]>> = {
  jpeg: ["jpeg", "jpe", "jfif"],
  tiff: ["tif"],
  heic: ["heif"],
  raw: [
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
  mp4: ["m4v"],
  mov: ["qt"],
  ogg: ["oga", "opus"],
  mts: ["m2ts", "ts", "m2t"],
  aiff: ["aif", "aifc"],
  wav: ["rf64"],
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

export type MediaKind = "image" | "video" | "audio" | "file";

export interface FormatFacts {
  readonly kind: MediaKind;
  /** The type with which it is served. The type in the upload is ignored. */
  readonly contentType: string;
  readonly extension: string;
}

/** Every accepted format (docs/reference/media.md#accepted-files). */
export const formats = {
  jpeg: { kind: "image", contentType: "image/jpeg", extension: "jpg" },
  png: { kind: "image", contentType: "image/png", extension: "png" },
  webp: { kind: "image", contentType: "image/webp", extension: "webp" },
  gif: { kind: "image", contentType: "image/gif", extension: "gif" },
  avif: { kind: "image", contentType: "image/avif", extension: "avif" },
  tiff: { kind: "image", contentType: "image/tiff", extension: "tiff" },
  heic: { kind: "image", contentType: "image/heic", extension: "heic" },
  jxl: { kind: "image", contentType: "image/jxl", extension: "jxl" },
  raw: { kind: "image", contentType: "image/x-dcraw", extension: "raw" },
  mp4: { kind: "video", contentType: "video/mp4", extension: "mp4" },
  mov: { kind: "video", contentType: "video/quicktime", extension: "mov" },
  webm: { kind: "video", contentType: "video/webm", extension: "webm" },
  mkv: { kind: "video", contentType: "video/x-matroska", extension: "mkv" },
  avi: { kind: "video", contentType: "video/x-msvideo", extension: "avi" },
  mts: { kind: "video", contentType: "video/mp2t", extension: "mts" },
  mp3: { kind: "audio", contentType: "audio/mpeg", extension: "mp3" },
  m4a: { kind: "audio", contentType: "audio/mp4", extension: "m4a" },
  ogg: { kind: "audio", contentType: "audio/ogg", extension: "ogg" },
  flac: { kind: "audio", contentType: "audio/flac", extension: "flac" },
  wav: { kind: "audio", contentType: "audio/wav", extension: "wav" },
  aiff: { kind: "audio", contentType: "audio/aiff", extension: "aiff" },
  aac: { kind: "audio", contentType: "audio/aac", extension: "aac" },
  weba: { kind: "audio", contentType: "audio/webm", extension: "weba" },
  mka: { kind: "audio", contentType: "audio/x-matroska", extension: "mka" },
  pdf: { kind: "file", contentType: "application/pdf", extension: "pdf" },
} as const satisfies Readonly<Record<string, FormatFacts>>;

export type MediaFormat = keyof typeof formats;

/** The format with a content type. Undefined if the table has no such type. */
export function formatOfContentType(contentType: string): MediaFormat | undefined {
  const names = Object.keys(formats) as MediaFormat[];
  return names.find((name) => formats[name].contentType === contentType);
}

/** What an upload is used as (decisions section 11). */
export type MediaKind = "image" | "video" | "audio" | "file";

export interface FormatFacts {
  readonly kind: MediaKind;
  /** What the file is served as, whatever its sender called it. */
  readonly contentType: string;
  readonly extension: string;
}

/** Every format that is taken, and no other (decisions section 11: svg is refused). */
export const formats = {
  jpeg: { kind: "image", contentType: "image/jpeg", extension: "jpg" },
  png: { kind: "image", contentType: "image/png", extension: "png" },
  webp: { kind: "image", contentType: "image/webp", extension: "webp" },
  gif: { kind: "image", contentType: "image/gif", extension: "gif" },
  avif: { kind: "image", contentType: "image/avif", extension: "avif" },
  tiff: { kind: "image", contentType: "image/tiff", extension: "tiff" },
  heic: { kind: "image", contentType: "image/heic", extension: "heic" },
  mp4: { kind: "video", contentType: "video/mp4", extension: "mp4" },
  mov: { kind: "video", contentType: "video/quicktime", extension: "mov" },
  webm: { kind: "video", contentType: "video/webm", extension: "webm" },
  mkv: { kind: "video", contentType: "video/x-matroska", extension: "mkv" },
  mp3: { kind: "audio", contentType: "audio/mpeg", extension: "mp3" },
  m4a: { kind: "audio", contentType: "audio/mp4", extension: "m4a" },
  ogg: { kind: "audio", contentType: "audio/ogg", extension: "ogg" },
  flac: { kind: "audio", contentType: "audio/flac", extension: "flac" },
  wav: { kind: "audio", contentType: "audio/wav", extension: "wav" },
  pdf: { kind: "file", contentType: "application/pdf", extension: "pdf" },
} as const satisfies Readonly<Record<string, FormatFacts>>;

export type MediaFormat = keyof typeof formats;

/** The format of a content type that this package has given, undefined for any other. */
export function formatOfContentType(contentType: string): MediaFormat | undefined {
  const names = Object.keys(formats) as MediaFormat[];
  return names.find((name) => formats[name].contentType === contentType);
}

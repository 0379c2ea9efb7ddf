import type { MediaKind } from "./formats";

/** Every advice about a file that is not accepted. Pages translate these. */
export const adviceTexts = [
  "save it as PNG or JPEG",
  "save it as PNG",
  "save it as JPEG",
  "save it as baseline JPEG",
  "save it as TIFF",
  "save it as GIF",
  "save it as PDF",
  "save it in RGB with 8 or 16 bits",
  "save it in RGB with 8 or 16 bits and LZW compression",
  "export it as PNG",
  "export it from the camera's program as JPEG",
  "convert it to MP4",
  "convert it to MP4 with H.264 and AAC",
  "convert it to MP3",
  "convert it to FLAC",
  "convert it to M4A or WAV",
  "record it as MP3",
  "unpack it and choose a file in it",
] as const;

export type AdviceText = (typeof adviceTexts)[number];

/**
 * What the owner of a refused file can do, in general or by the wanted kinds of files, of which the
 * first that is wanted applies.
 */
export type Advice = AdviceText | readonly (readonly [wanted: MediaKind, advice: AdviceText])[];

/** The advice for the wanted kinds of files. Undefined if there is none. */
export const adviceFor = (
  advice: Advice,
  isWanted: (kind: MediaKind) => boolean,
): AdviceText | undefined =>
  typeof advice === "string" ? advice : advice.find(([kind]) => isWanted(kind))?.[1];

import type { FileKind } from "@polls/domain/option-types";
import type { MediaKind } from "@polls/media";

export const kindOfMedia: Readonly<Record<MediaKind, FileKind>> = {
  image: "image",
  video: "video",
  audio: "audio",
  file: "document",
};

/** The restrictions on the files of a request that are known before the first byte arrives. */
export interface FileRule {
  readonly kinds: readonly FileKind[];
  /** The setting `file_size_max_mb` of the poll. */
  readonly maxMegabytes: number | undefined;
  readonly maxFiles: number;
  /** The key of the error about too many files. */
  readonly filesKey: "attachment" | "option_attachments";
  /** The number of bytes that the poll's owner may still store. */
  readonly bytesLeft: number;
}

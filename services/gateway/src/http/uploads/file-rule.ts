import type { FileKind } from "@polls/domain/option-types";
import type { MediaKind } from "@polls/media";

/** The kind of a file by what its content is. */
export const kindOfMedia: Readonly<Record<MediaKind, FileKind>> = {
  image: "image",
  video: "video",
  audio: "audio",
  file: "document",
};

/** The files that a request may bring, as far as it is known before their first byte. */
export interface FileRule {
  readonly kinds: readonly FileKind[];
  /** The setting `file_size_max_mb` of the poll. */
  readonly maxMegabytes: number | undefined;
  readonly maxFiles: number;
  /** The bytes that the poll's owner may still store. */
  readonly bytesLeft: number;
}

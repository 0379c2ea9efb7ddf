import type { IncomingMessage } from "node:http";
import type { MediaFormat, MediaKind } from "@polls/media";

/** A stored file of a request, before a row names it. */
export interface Upload {
  readonly storageKey: string;
  readonly byteSize: number;
  /** Hash of the content, in hex. */
  readonly sha256: string;
  /** Detected by the content; its name and header are ignored (docs/reference/media.md#kind-by-content). */
  readonly kind: MediaKind;
  readonly format: MediaFormat;
  readonly contentType: string;
  /** In pixels, after rotation; of videos only where their header says it. */
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  /** The memory that the decoder of an image needs. */
  readonly heldBytes?: number;
  /** For display only. */
  readonly fileName?: string;
  /** Says that a row names the file. Other files are removed at the end of the request. */
  readonly keep: () => void;
}

/** The end of a request's transaction; `unknown` where its commit may have happened. */
export type TransactionEnd = "committed" | "rolled_back" | "unknown";

/** The body of a request with its files. */
export interface Form {
  readonly rawBody: unknown;
  readonly uploads: readonly Upload[];
  /** Removes the files that no row can name. After an unknown end the kept ones stay. */
  readonly discard: (end: TransactionEnd) => Promise<void>;
}

export const isMultipart = (request: IncomingMessage): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(request.headers["content-type"] ?? "");

import type { IncomingMessage } from "node:http";
import type { MediaFormat, MediaKind } from "@polls/media";

/** A file of a request, stored under a key of its own and known to nobody yet. */
export interface Upload {
  readonly storageKey: string;
  readonly byteSize: number;
  /** Of the content, in hex. */
  readonly sha256: string;
  /** What the content is, whatever its name or header says (decisions 11). */
  readonly kind: MediaKind;
  readonly format: MediaFormat;
  readonly contentType: string;
  /** In pixels, as they are seen: of images always, of films where the header tells. */
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  /** Of images: what their decoder holds at a time. */
  readonly heldBytes?: number;
  /** For display only. */
  readonly fileName?: string;
  /** Says that a row names the file now; what nobody keeps is removed with the end of the request. */
  readonly keep: () => void;
}

/** How a request ended: `unknown` where a commit may or may not have happened. */
export type Outcome = "committed" | "rolled_back" | "unknown";

/** The body of a request with its files. */
export interface Form {
  readonly rawBody: unknown;
  readonly uploads: readonly Upload[];
  /** Removes the files that no row can name; after an unknown outcome the kept ones stay. */
  readonly discard: (outcome: Outcome) => Promise<void>;
}

export const isMultipart = (request: IncomingMessage): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(request.headers["content-type"] ?? "");

import type { IncomingMessage } from "node:http";
import type { InspectedMedia } from "@polls/media";

/**
 * A stored file of a request, before a row names it, with what its content tells. Its name and header are ignored
 * (docs/reference/media.md#kind-by-content).
 */
export interface Upload extends Omit<InspectedMedia, "transparent"> {
  readonly storageKey: string;
  readonly byteSize: number;
  /** Hash of the content, in hex. */
  readonly sha256: string;
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

import type { IncomingMessage } from "node:http";
import type { InspectedMedia } from "@polls/media";

/**
 * A stored file of a request that no row names yet, with the facts found in its content. Its file
 * name and content type are ignored (docs/reference/media.md#kind-by-content).
 */
export interface Upload extends Omit<InspectedMedia, "transparent"> {
  readonly storageKey: string;
  readonly byteSize: number;
  /** Hash of the content as hex. */
  readonly sha256: string;
  /** For display only. */
  readonly fileName?: string;
  /** Marks that a row names the file. Other files are removed at the end of the request. */
  readonly keep: () => void;
}

/** How a request's transaction ended. `unknown`: it may have committed. */
export type TransactionEnd = "committed" | "rolled_back" | "unknown";

/** The object of a body that files belong to. */
export type FilesOf = "option" | "cover";

export interface Form<File> {
  readonly sent: unknown;
  readonly uploads: readonly File[];
}

export const isMultipart = (request: IncomingMessage): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(request.headers["content-type"] ?? "");

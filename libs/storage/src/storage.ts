import type { Readable } from "node:stream";

/** The facts about a stored file that are known without reading it. */
export interface StoredFile {
  readonly key: string;
  readonly byteSize: number;
  readonly modifiedAt: Date;
}

/** The size of the stored content in bytes, and its SHA-256 in hex. */
export interface PutReceipt {
  readonly byteSize: number;
  readonly sha256: string;
}

/** A part of a file: first and last byte, both inclusive, as in an HTTP range. */
export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}

export interface PutOptions {
  readonly contentType: string;
  /** A larger file is refused with `too_large`, and no part of it is kept. */
  readonly maxBytes?: number;
  /**
   * An upper bound, from which a bucket chooses the size of parts; `maxBytes` by default. A larger
   * file is stored too.
   */
  readonly expectedBytes?: number | undefined;
  readonly signal?: AbortSignal;
}

export interface SignedUrlOptions {
  /** The HTTP method. An address is valid for one method. */
  readonly method: "GET" | "HEAD";
  /** The start of the validity of `expiresInSeconds`. The same time gives the same address. */
  readonly signedAt: Date;
  readonly expiresInSeconds: number;
  /** Headers of the response, in place of stored ones (docs/reference/media.md#serving-files). */
  readonly contentType: string;
  /** A whole `Content-Disposition` value. */
  readonly disposition: string;
  /** A whole `Cache-Control` value. */
  readonly cacheControl: string;
}

/**
 * Files in a directory or a bucket. This package creates the keys, never clients. A file is visible
 * under its key completely or not at all. It survives a crash after `put` has resolved. Failures
 * are `StorageError`s: `missing`, `too_large`, `full`, `unavailable`, `foreign`; those of a returned stream too.
 * A malformed key is a defect (`TypeError`).
 */
export interface Storage {
  /** Stores or replaces a file. Rejects with `too_large` or `full`, and keeps no part of it. */
  put(key: string, content: Readable, options: PutOptions): Promise<PutReceipt>;
  /**
   * Reads a file or a part. Rejects with `missing` before any data. The caller must consume or
   * destroy the stream.
   */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** The facts about a file. Undefined if it does not exist. */
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removes a file. A missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Removes all files under a prefix that ends in `/`. The empty prefix removes all files. */
  removePrefix(prefix: string): Promise<void>;
  /**
   * All files under a prefix that is empty or ends in `/`, in no particular order. `onForeign` gets
   * names that no key can have, such as `.DS_Store`.
   */
  list(prefix: string, onForeign?: (name: string) => void): AsyncIterable<StoredFile>;
  /** Removes files that killed processes began before a time. `put` removes its own. */
  removeUnfinished(prefix: string, before: Date): Promise<void>;
  /** A URL from which browsers can read the file. Absent if the gateway serves files. */
  readonly signedUrl?: (key: string, options: SignedUrlOptions) => Promise<string>;
  /** The origin of these URLs. It never changes. */
  readonly signedOrigin?: () => Promise<string>;
  /** Rejects when the storage cannot be used. */
  check(): Promise<void>;
  close(): Promise<void>;
}

import type { Readable } from "node:stream";

/** What is known of a stored file without reading it. */
export interface StoredFile {
  readonly key: string;
  readonly byteSize: number;
  readonly modifiedAt: Date;
}

/** The size in bytes of what was stored, and its SHA-256 in hex. */
export interface PutReceipt {
  readonly byteSize: number;
  readonly sha256: string;
}

/** A part of a file: first and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}

export interface PutOptions {
  readonly contentType: string;
  /** A larger file is refused with `too_large`, and nothing of it is kept. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export interface SignedUrlOptions {
  /** An address is valid for one method. */
  readonly method: "GET" | "HEAD";
  /** The validity of `expiresInSeconds` begins here; the same moment gives the same address. */
  readonly signedAt: Date;
  readonly expiresInSeconds: number;
  /** The headers of the answer; they replace stored ones (docs/reference/media.md#serving-files). */
  readonly contentType: string;
  /** A whole `Content-Disposition` value. */
  readonly disposition: string;
  /** A whole `Cache-Control` value. */
  readonly cacheControl: string;
}

/**
 * Files in a directory or a bucket. Keys are made by this package, never by clients. A file is visible
 * under its key whole or not at all, and stays over a crash once `put` resolved. Failures are
 * `StorageError`s: `missing`, `too_large`, `full`, `unavailable`. A malformed key is a defect
 * (`TypeError`).
 */
export interface Storage {
  put(key: string, content: Readable, options: PutOptions): Promise<PutReceipt>;
  /** Rejects with `missing` before anything is read. The caller must consume or destroy the stream. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removing a missing file is no failure. */
  remove(key: string): Promise<void>;
  /** Removes everything under a prefix that ends in `/`. */
  removePrefix(prefix: string): Promise<void>;
  /** Everything under a prefix that ends in `/` (or is empty), in no particular order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** An address that browsers can read the file from; absent if files are served by the gateway. */
  readonly signedUrl?: (key: string, options: SignedUrlOptions) => Promise<string>;
  /** The origin of these addresses, which stays the same. */
  readonly signedOrigin?: () => Promise<string>;
  /**
   * Removes unfinished originals and derivatives that were begun before a moment by a process that was
   * killed. `put` itself removes what was refused or failed.
   */
  removeUnfinished(before: Date): Promise<void>;
  /** Rejects when the storage cannot be used now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

import type { Readable } from "node:stream";

/** What is known of a stored file without reading it. */
export interface StoredFile {
  readonly key: string;
  readonly byteSize: number;
  readonly modifiedAt: Date;
}

/** What a `put` saw pass: the size in bytes and the SHA-256 in hex. */
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
  /** One byte more refuses the file with `too_large`, and nothing is kept of it. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export interface SignedUrlOptions {
  /** An address serves one of both. */
  readonly method: "GET" | "HEAD";
  /** From here on `expiresInSeconds` count; the same moment gives the same address. */
  readonly signedAt: Date;
  readonly expiresInSeconds: number;
  /** What the answer says of itself, whatever was stored (decisions section 11). */
  readonly contentType: string;
  /** A whole `Content-Disposition` value. */
  readonly disposition: string;
  /** A whole `Cache-Control` value. */
  readonly cacheControl: string;
}

/**
 * Where files live: a directory or a bucket. A key is made by this package and never by a client;
 * a file is visible under its key whole or not at all, and stays so over a crash once `put` resolved.
 *
 * Failures are `StorageError`s: `missing`, `too_large`, `full`, `unavailable`; a key that breaks the
 * rules of keys is a defect (`TypeError`).
 */
export interface Storage {
  put(key: string, content: Readable, options: PutOptions): Promise<PutReceipt>;
  /** Rejects with `missing` before anything is read. The caller must consume or destroy the stream. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removing what is not there is no failure. */
  remove(key: string): Promise<void>;
  /** Removes everything under a prefix that ends in `/`. */
  removePrefix(prefix: string): Promise<void>;
  /** Everything under a prefix that ends in `/` (or is empty), in no particular order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** An address a browser can read the file from by itself; absent where files go through the gateway. */
  readonly signedUrl?: (key: string, options: SignedUrlOptions) => Promise<string>;
  /**
   * Removes what was begun before a moment, of originals and derivatives, and never became a file, as
   * the process that wrote it was killed. What is refused or breaks off otherwise, `put` removes itself.
   */
  removeUnfinished(before: Date): Promise<void>;
  /** Rejects when the storage cannot be used now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export type StorageFailure = "missing" | "too_large" | "full" | "unavailable";

/** A failure of the storage. `kind` decides what the caller can do. */
export class StorageError extends Error {
  readonly kind: StorageFailure;

  constructor(kind: StorageFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StorageError";
    this.kind = kind;
  }
}

/**
 * A short reason for `/readyz` when the disk is full, which differs from an unavailable storage.
 */
export const storageTrouble = (error: unknown): string | undefined =>
  isStorageError(error, "full") ? "full" : undefined;

/** Whether an error is a storage failure, optionally of the given kind. */
export const isStorageError = (error: unknown, kind?: StorageFailure): error is StorageError =>
  error instanceof StorageError && (kind === undefined || error.kind === kind);

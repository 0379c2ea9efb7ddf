export type StorageFailure = "missing" | "too_large" | "full" | "unavailable";

/** A storage that could not do as asked; `kind` tells what the caller may do about it. */
export class StorageError extends Error {
  readonly kind: StorageFailure;

  constructor(kind: StorageFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StorageError";
    this.kind = kind;
  }
}

/** Whether something thrown is a storage failure, of the given kind where one is given. */
export const isStorageError = (error: unknown, kind?: StorageFailure): error is StorageError =>
  error instanceof StorageError && (kind === undefined || error.kind === kind);

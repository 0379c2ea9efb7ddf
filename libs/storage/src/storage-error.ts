import { constants } from "node:os";

/** `foreign`: the storage belongs to another deployment, which alone may change it. */
export type StorageFailure = "missing" | "too_large" | "full" | "unavailable" | "foreign";

/** A failure of the storage. `kind` decides what the caller can do. */
export class StorageError extends Error {
  readonly kind: StorageFailure;

  constructor(kind: StorageFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StorageError";
    this.kind = kind;
  }
}

/** A short reason for `/readyz`, where it is more specific than an unavailable storage. */
export function storageTrouble(error: unknown): string | undefined {
  if (isStorageError(error, "full")) return "full";
  return isStorageError(error, "foreign") ? "of another deployment" : undefined;
}

/** Whether an error is a storage failure, optionally of the given kind. */
export const isStorageError = (error: unknown, kind?: StorageFailure): error is StorageError =>
  error instanceof StorageError && (kind === undefined || error.kind === kind);

/** The result of an operation. Undefined if its file is missing. */
export async function unlessMissing<Result>(
  operation: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (isStorageError(error, "missing")) return undefined;
    throw error;
  }
}

const nameOfErrno: ReadonlyMap<unknown, string> = new Map(
  Object.entries(constants.errno).map(([name, errno]) => [-errno, name]),
);

/**
 * The code of a failed system call, such as `ENOENT`; undefined for other errors. Node has no name
 * for the number of ESTALE, for example.
 */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if (!("syscall" in error) || !("code" in error)) return undefined;
  const code = String(error.code);
  if (!code.startsWith("Unknown system error")) return code;
  return ("errno" in error ? nameOfErrno.get(error.errno) : undefined) ?? code;
}

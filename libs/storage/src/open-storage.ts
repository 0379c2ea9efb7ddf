import { openDiskStorage } from "./disk-storage";
import type { S3Options } from "./s3-client";
import { openS3Storage } from "./s3-storage";
import type { Storage } from "./storage";

/** The location of a deployment's files. */
export type StorageLocation =
  | { readonly kind: "disk"; readonly directory: string; readonly minFreeBytes?: number }
  | ({ readonly kind: "s3" } & S3Options);

/** Opens the configured storage. Rejects if a directory cannot be created. */
export const openStorage = (location: StorageLocation): Promise<Storage> =>
  location.kind === "disk"
    ? openDiskStorage(location.directory, location)
    : openS3Storage(location);

import { openDiskStorage } from "./disk-storage";
import type { S3Options } from "./s3-client";
import { openS3Storage } from "./s3-storage";
import type { Storage } from "./storage";

/** Where a deployment keeps its files. */
export type StorageLocation =
  | { readonly kind: "disk"; readonly directory: string; readonly minFreeBytes?: number }
  | ({ readonly kind: "s3" } & S3Options);

/** Opens the configured storage; rejects when a directory cannot be made. */
export const openStorage = (location: StorageLocation): Promise<Storage> =>
  location.kind === "disk"
    ? openDiskStorage(location.directory, location)
    : openS3Storage(location);

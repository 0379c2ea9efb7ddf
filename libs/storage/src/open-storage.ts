import { openDiskStorage } from "./disk-storage";
import type { S3Options } from "./s3-client";
import type { WholeStorage } from "./storage";

/** The location of a deployment's files. */
export type StorageLocation =
  | { readonly kind: "disk"; readonly directory: string; readonly minFreeBytes?: number }
  | ({ readonly kind: "s3" } & S3Options);

/** Opens the configured storage. Rejects if a directory cannot be created. */
export async function openStorage(location: StorageLocation): Promise<WholeStorage> {
  if (location.kind === "disk") return openDiskStorage(location.directory, location);
  // Loading the client of S3 takes a fifth of a second, of each command too.
  const { openS3Storage }: typeof import("./s3-storage") = require("./s3-storage");
  return openS3Storage(location);
}

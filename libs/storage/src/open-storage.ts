import { openDiskStorage } from "./disk-storage";
import type { S3Options } from "./s3-client";
import type { Storage } from "./storage";
import { withinPrefix } from "./within-prefix";

export type StorageLocation =
  | { readonly kind: "disk"; readonly directory: string; readonly minFreeBytes?: number }
  | ({
      readonly kind: "s3";
      /** A folder of the bucket, which ends in `/`. Empty: the whole bucket. */
      readonly prefix?: string;
    } & S3Options);

/** Opens the configured storage. Rejects if a directory cannot be created. */
export async function openStorage(location: StorageLocation): Promise<Storage> {
  if (location.kind === "disk") return openDiskStorage(location.directory, location);
  // Loading the client of S3 takes a fifth of a second, of each command too.
  const { openS3Storage }: typeof import("./s3-storage") = require("./s3-storage");
  const { prefix = "" } = location;
  const bucket = await openS3Storage(location);
  return prefix === "" ? bucket : withinPrefix(bucket, prefix);
}

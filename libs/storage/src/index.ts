export {
  DERIVATIVES,
  derivativeKey,
  derivativesPrefix,
  digestInKey,
  isFileKey,
  newOriginalKey,
  ORIGINALS,
} from "./keys";
export * from "./open-storage";
export type { S3Options } from "./s3-client";
export * from "./storage";
export * from "./storage-environment";
export { isStorageError, StorageError, type StorageFailure, storageTrouble } from "./storage-error";
export {
  claimAtStart,
  MOVED,
  type OwnedStorage,
  ownedStorage,
  readOwner,
  writeOwner,
} from "./storage-owner";
export { transferMs } from "./transfer-time";
export * from "./try-storage";
export * from "./within-prefix";

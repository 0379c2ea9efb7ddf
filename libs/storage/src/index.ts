export {
  DERIVATIVES,
  derivativeKey,
  derivativesPrefix,
  digestInKey,
  isFileKey,
  newOriginalKey,
  ORIGINALS,
} from "./keys";
export { openStorage, type StorageLocation } from "./open-storage";
export type { S3Options } from "./s3-client";
export type {
  ByteRange,
  PutOptions,
  PutReceipt,
  SignedUrlOptions,
  Storage,
  StoredFile,
} from "./storage";
export {
  storageCredentialsArePaired,
  storageLocation,
  storageVariables,
} from "./storage-environment";
export { isStorageError, StorageError, type StorageFailure, storageTrouble } from "./storage-error";
export {
  claimAtStart,
  MOVED,
  type OwnedStorage,
  ownedStorage,
  readOwner,
  writeOwner,
} from "./storage-owner";
export { type StorageTrial, tryStorage } from "./try-storage";
export { withinPrefix } from "./within-prefix";

export * from "./attachments";
export { type WantedLinkPicture, wantLinkPicture } from "./link-pictures";
export { countUncountedFiles, type StorageOwner, storageUsedBy } from "./storage-usage";

export * from "./attachments";
export { type WantedLinkPicture, wantLinkPicture } from "./link-pictures";
export { type StorageOwner, storageUsedBy } from "./storage-usage";

export {
  type AttachmentWithoutThumbhash,
  findWithoutThumbhash,
  type LockedAttachment,
  lockAttachment,
  lockOrphanedAttachments,
  uploadTurn,
} from "./attachments";
export { type WantedLinkPicture, wantLinkPicture } from "./link-pictures";
export { countUncountedFiles, type StorageOwner, storageUsedBy } from "./storage-usage";

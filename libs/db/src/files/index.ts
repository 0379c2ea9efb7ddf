export {
  type AttachmentWithoutThumbhash,
  findWithoutThumbhash,
  type LockedAttachment,
  lockAttachment,
  lockOrphanedAttachments,
  uploadTurn,
} from "./attachments";
export { countUncountedFiles, type StorageOwner, storageUsedBy } from "./storage-usage";

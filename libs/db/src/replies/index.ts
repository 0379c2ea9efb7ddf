export {
  deleteOldReplies,
  type FoundReply,
  findStoredReplies,
  insertReplies,
  lockIdempotencyKeys,
  type StoredReply,
} from "./idempotency-keys";

/**
 * Selects the children of parent `$2` in poll `$1`. Null selects the top level. The planner
 * simplifies the condition for a null value, so statements that use this must not be `prepared`.
 */
export const isSibling = `poll_id = $1::bigint
     AND (($2::bigint IS NULL AND parent_id IS NULL) OR parent_id = $2::bigint)`;

/** Approved, unarchived and paid, so that every reader sees the option (docs/reference/options.md#visibility). */
export const isPublic = "approval_state = 'approved' AND NOT archived AND paid IS NOT FALSE";

export interface SiblingsKey {
  readonly pollId: bigint;
  /** Undefined means the top level. */
  readonly parentId: bigint | undefined;
}

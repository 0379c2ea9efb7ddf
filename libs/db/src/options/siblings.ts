/**
 * Selects the children of parent `$2` (null: the top level) in poll `$1`. Statements with it must not be `prepared`:
 * the planner simplifies the condition for null.
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

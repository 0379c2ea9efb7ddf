/**
 * The children of the parent `$2` in the poll `$1`; with null, the options of the top level. A null is
 * folded when the statement is planned for its values, so a statement with this is not `prepared`.
 */
export const isSibling = `poll_id = $1::bigint
     AND (($2::bigint IS NULL AND parent_id IS NULL) OR parent_id = $2::bigint)`;

/** Approved, unarchived and paid: every reader sees the option (docs/reference/options.md#visibility). */
export const isPublic = "approval_state = 'approved' AND NOT archived AND paid IS NOT FALSE";

/** The parent whose children are addressed. */
export interface SiblingsKey {
  readonly pollId: bigint;
  /** Undefined: the top level. */
  readonly parentId: bigint | undefined;
}
